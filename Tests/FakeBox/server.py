"""HTTP/1.1 with keep-alive on one thread, and the ways in which a connection can fail a client."""

import asyncio
import gzip
import http
import itertools
import socket
import struct
import urllib.parse

HEADER_MOST = 64 * 1024
CHUNK = b" " * 65536
REASONS = {status.value: status.phrase for status in http.HTTPStatus}
_connections = itertools.count(1)


class Request:
    __slots__ = ("method", "path", "query", "headers", "body", "token")

    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        self.method, target, _ = lines[0].split(" ")
        if target.startswith("http"):
            # A client that takes us for a plain proxy names the host too.
            target = "/" + target.partition("://")[2].partition("/")[2]
        path, _, self.query = target.partition("?")
        self.path = urllib.parse.unquote(path) if "%" in path else path
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers[name.lower()] = value.strip()
        self.body = body
        authorization = self.headers.get("authorization", "")
        self.token = authorization[7:] if authorization.startswith("Bearer ") else None


class Server:
    """What connections share: who answers, and how."""

    def __init__(self, api, control, log, latency=0, gzip=False, tunnel=None):
        self.api = api
        self.control = control
        self.log = log
        self.latency = latency
        self.gzip = gzip
        # The TLS context for what comes through CONNECT; None when this is no proxy.
        self.tunnel = tunnel


class Connection(asyncio.Protocol):
    """Answers one request after the other; a second one waits in the buffer until the first is answered."""

    def __init__(self, server):
        self.server = server
        self.number = next(_connections)
        self.buffer = bytearray()
        self.transport = None
        self.busy = False
        self.entry = None
        self.writable = asyncio.Event()
        self.writable.set()
        self.task = None

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, problem):
        self.transport = None
        self.writable.set()
        if self.task:
            self.task.cancel()
        if self.entry:
            self._logged(0, aborted=True)

    def pause_writing(self):
        self.writable.clear()

    def resume_writing(self):
        self.writable.set()

    def data_received(self, data):
        self.buffer += data
        # In a tunnel the first request may come before we were told of the transport.
        if not self.busy and self.transport:
            self._next()

    def _next(self):
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self.buffer) > HEADER_MOST:
                self.transport.abort()
            return
        try:
            request = Request(bytes(self.buffer[:end]), b"")
            length = int(request.headers.get("content-length", 0))
        except ValueError:
            self.transport.abort()
            return
        if len(self.buffer) < end + 4 + length:
            return
        request.body = bytes(self.buffer[end + 4 : end + 4 + length])
        del self.buffer[: end + 4 + length]
        self.busy = True
        self._begin(request)

    def _begin(self, request):
        if request.method == "CONNECT" and self.server.tunnel:
            self._open_tunnel()
        elif request.path.startswith("/_fake/"):
            self._send(request, self.server.control.answer(request))
        else:
            self.entry = self.server.log.start(request, self.number)
            answer = self.server.api.answer(request)
            if self.server.latency:
                asyncio.get_running_loop().call_later(self.server.latency / 1000, self._deliver, request, answer)
            else:
                self._deliver(request, answer)

    def _deliver(self, request, answer):
        if self.transport is None:
            return
        self.entry["fault"] = answer.fault
        if answer.wire is None:
            self._send(request, answer)
        elif answer.wire in ("drop", "reset"):
            self._logged(0)
            if answer.wire == "reset":
                # Lingering for no time makes the kernel send RST, where a mere end would look orderly.
                linger = struct.pack("ii", 1, 0)
                self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.transport.abort()
        elif answer.wire == "cut":
            self.transport.write(self._head(answer, len(answer.body)) + answer.body[: len(answer.body) // 2])
            self._logged(answer.status)
            self.transport.close()
        elif answer.wire == "slowloris":
            self.task = asyncio.ensure_future(self._drip(answer))
        elif answer.wire == "huge-body":
            self.task = asyncio.ensure_future(self._flood(answer))
        # hang: nothing comes until the client goes.

    def _head(self, answer, length, keep=True):
        lines = ["HTTP/1.1 %d %s" % (answer.status, REASONS.get(answer.status, "Unknown"))]
        lines += ["%s: %s" % header for header in answer.headers]
        if length is None:
            lines.append("Transfer-Encoding: chunked")
        elif answer.status != 304:
            lines.append("Content-Length: %d" % length)
        if not keep:
            lines.append("Connection: close")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def _send(self, request, answer):
        keep = request.headers.get("connection", "").lower() != "close"
        body = answer.body
        if self.server.gzip and "gzip" in request.headers.get("accept-encoding", "") and len(body) > 256:
            body = gzip.compress(body, 1)
            answer.headers.append(("Content-Encoding", "gzip"))
        self.transport.write(self._head(answer, len(body), keep) + body)
        if self.entry:
            self._logged(answer.status)
        self.busy = False
        if not keep:
            self.transport.close()
        elif self.buffer:
            self._next()

    def _logged(self, status, aborted=False):
        self.server.log.end(self.entry, status, aborted)
        self.entry = None

    async def _drip(self, answer):
        """The right answer, a byte at a time: alive for any timeout that counts silence."""
        pause = answer.options.get("interval_ms", 200) / 1000
        self.transport.write(self._head(answer, len(answer.body)))
        for place in range(len(answer.body)):
            await asyncio.sleep(pause)
            self.transport.write(answer.body[place : place + 1])
        self._logged(answer.status)
        self.busy = False
        self._next()

    async def _flood(self, answer):
        """JSON that does not end for `bytes` (64 MiB), without saying its length before."""
        left = answer.options.get("bytes", 64 << 20)
        self.transport.write(self._head(answer, None) + b'c\r\n{"entries":[\r\n')
        while left > 0:
            await self.writable.wait()
            if self.transport is None:
                return
            part = CHUNK[:left]
            self.transport.write(b"%x\r\n%s\r\n" % (len(part), part))
            left -= len(part)
            await asyncio.sleep(0)
        self.transport.write(b'2\r\n]}\r\n0\r\n\r\n')
        self._logged(answer.status)
        self.busy = False
        self._next()

    def _open_tunnel(self):
        """Whatever host CONNECT names, the TLS that follows ends here."""
        transport, loop = self.transport, asyncio.get_running_loop()
        # The first bytes of TLS must not come to us before the TLS layer is there.
        transport.pause_reading()
        transport.write(b"HTTP/1.1 200 Connection established\r\n\r\n")

        async def upgrade():
            try:
                inner = Connection(self.server)
                inner.connection_made(await loop.start_tls(transport, inner, self.server.tunnel, server_side=True))
                inner._next()
            except (OSError, ConnectionError):
                # A client that does not trust our certificate ends like this: not the business of the fake.
                transport.abort()

        self.task = asyncio.ensure_future(upgrade())
