#!/usr/bin/env python3
"""A Box on loopback for tests: enough of the API to walk a tree, to follow its changes and to fail in known ways.

Prints "port N" when it listens, and ends when its standard input ends or with SIGTERM.
Everything but the options is told over /_fake/ on the same port: see control.py.
"""

import argparse
import asyncio
import os
import signal
import ssl
import sys
import threading

from box_api import BoxAPI
from control import Control
from events import Events
from faults import FaultPlan
from request_log import RequestLog
from server import Connection, Server
from tokens import Tokens
from tree import Tree


def made(text):
    folders, _, files = text.partition("x")
    return int(folders), int(files)


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tree = parser.add_mutually_exclusive_group()
    tree.add_argument("--tree", metavar="FILE", help='JSON: {"items": [{"name", "type", "id", "size", "items": []}]}')
    tree.add_argument("--made", metavar="FOLDERSxFILES", type=made, help="so many folders with so many files in each")
    tree.add_argument("--flat", metavar="N", type=int, help="one folder with N files")
    parser.add_argument("--port-file", metavar="F", help="write the port there too, at once as a whole")
    parser.add_argument("--log", metavar="F", help="a line of JSON for each request")
    parser.add_argument("--rate", metavar="N", type=float, help="429 beyond N requests a second")
    parser.add_argument("--latency", metavar="MS", type=float, default=0, help="wait before each answer")
    parser.add_argument("--gzip", action="store_true", help="compress for clients that take it")
    parser.add_argument("--tls", metavar=("CERT", "KEY"), nargs=2)
    parser.add_argument("--connect-proxy", action="store_true", help="answer CONNECT, TLS inside: needs --tls")
    parser.add_argument("--token", metavar="T", action="append", help="an access token; default fake-token")
    given = parser.parse_args()
    if given.connect_proxy and not given.tls:
        parser.error("--connect-proxy needs --tls")
    return given


def load(given):
    if given.tree:
        return Tree.read(given.tree)
    if given.made:
        return Tree.computed(*given.made)
    return Tree.computed(1, given.flat) if given.flat is not None else Tree()


def write_whole(path, text):
    """Whoever waits for the file finds nothing or all of it."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def end_with_stdin(loop, ended):
    """A test that dies closes our standard input, whatever it dies of. A thread, because epoll refuses plain files."""

    def watch():
        while os.read(0, 4096):
            pass
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=watch, daemon=True).start()


async def serve(given):
    log = RequestLog(given.log)
    api = BoxAPI(load(given), Events(), Tokens(given.token or ["fake-token"]), FaultPlan(), given.rate)
    tls = None
    if given.tls:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(*given.tls)
    server = Server(api, Control(api, log), log, given.latency, given.gzip, tls if given.connect_proxy else None)
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    # Before anybody knows the port, so that nobody can send it too early.
    loop.add_signal_handler(signal.SIGTERM, ended.set)
    listener = await loop.create_server(
        lambda: Connection(server), "127.0.0.1", 0, backlog=512, ssl=None if given.connect_proxy else tls
    )
    port = listener.sockets[0].getsockname()[1]
    if given.port_file:
        write_whole(given.port_file, "%d\n" % port)
    print("port %d" % port, flush=True)
    end_with_stdin(loop, ended)
    await ended.wait()
    # Connections that hang by plan would hold an orderly end up.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(serve(options()))
