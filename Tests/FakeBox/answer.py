"""An answer before it is on the wire, and Box's error objects."""

import itertools

import wire_json

# Box's own words where they are known; they are not all in the list that its API document gives.
CODES = {
    400: ("bad_request", "Bad request"),
    401: ("unauthorized", "Unauthorized"),
    403: ("access_denied_insufficient_permissions", "Access denied - insufficient permission"),
    404: ("not_found", "Not Found"),
    405: ("method_not_allowed", "Method Not Allowed"),
    409: ("item_name_in_use", "Item with the same name already exists"),
    412: ("precondition_failed", "The resource has been modified"),
    429: ("rate_limit_exceeded", "Request rate limit exceeded, please try again later"),
    500: ("internal_server_error", "Internal Server Error"),
    503: ("unavailable", "Unavailable"),
}
_request_numbers = itertools.count(1)


class Answer:
    """`wire` names how it is sent: None whole, else one of the faults that are of the wire."""

    __slots__ = ("status", "headers", "body", "wire", "fault", "options")

    def __init__(self, status, body=b"", headers=(), wire=None, fault=None, options=None):
        self.status = status
        self.body = body
        self.headers = list(headers)
        self.wire = wire
        self.fault = fault
        self.options = options or {}


def json_answer(value, status=200, headers=()):
    return Answer(status, wire_json.dumps(value), [("Content-Type", "application/json"), *headers])


def error(status, code=None, message=None, headers=()):
    """A ClientError as Box sends it."""
    known = CODES.get(status, ("error_%d" % status, "Error"))
    return json_answer(
        {
            "type": "error",
            "status": status,
            "code": code or known[0],
            "message": message or known[1],
            "context_info": None,
            "help_url": "http://developers.box.com/docs/#errors",
            "request_id": "fake%012x" % next(_request_numbers),
        },
        status,
        headers,
    )


def unauthorized(empty, expired=False):
    """401. Box's document promises an error object; an answer without a body has been seen, so a test can have both."""
    why = "expired_token" if expired else "invalid_token"
    text = 'Bearer realm="Service", error="%s", error_description="The access token is not valid."' % why
    headers = [("WWW-Authenticate", text)]
    return Answer(401, headers=headers) if empty else error(401, headers=headers)
