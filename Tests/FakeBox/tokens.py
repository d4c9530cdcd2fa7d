"""Who may ask: access tokens that expire, and refresh tokens that are good once."""

import secrets
import time


class Refused(Exception):
    """Why no token was given: `error` and `description` are what OAuth 2 calls so."""

    def __init__(self, error, description):
        super().__init__(error)
        self.error = error
        self.description = description


class Tokens:
    def __init__(self, valid):
        # When each access token ends, by the monotonic clock.
        self.access = {token: float("inf") for token in valid}
        self.refresh = {"fake-refresh"}
        self.used = set()
        # The only client that is let in; None lets any in, because rclone brings its own.
        self.client = None
        self.expires_in = 3600
        self.empty_401 = False
        self.given = 0
        self.refused = 0

    def is_valid(self, token):
        return self.access.get(token, 0) > time.monotonic()

    def is_known(self, token):
        return token in self.access

    def expire(self, token=None):
        """Ends one access token now, or all."""
        for each in [token] if token else list(self.access):
            self.access[each] = 0

    def grant(self, form):
        """The answer to a request for a token, or Refused."""
        try:
            return self._grant(form)
        except Refused:
            self.refused += 1
            raise

    def _grant(self, form):
        kind = form.get("grant_type")
        client = (form.get("client_id"), form.get("client_secret"))
        if kind not in ("client_credentials", "refresh_token"):
            raise Refused("unsupported_grant_type", "The grant type is unauthorized for this client_id")
        if not all(client) or (self.client and client != self.client):
            raise Refused("invalid_client", "The client credentials are invalid")
        if kind == "client_credentials":
            if form.get("box_subject_type") not in ("user", "enterprise") or not form.get("box_subject_id"):
                raise Refused("invalid_grant", "Grant credentials are invalid")
            return self._give()
        given = form.get("refresh_token")
        if given not in self.refresh:
            why = "Refresh token has expired" if given in self.used else "Invalid refresh token"
            raise Refused("invalid_grant", why)
        self.refresh.discard(given)
        self.used.add(given)
        answer = self._give()
        answer["refresh_token"] = "fake-refresh-" + secrets.token_hex(16)
        self.refresh.add(answer["refresh_token"])
        return answer

    def _give(self):
        token = "fake-access-" + secrets.token_hex(16)
        self.access[token] = time.monotonic() + self.expires_in
        self.given += 1
        return {"access_token": token, "expires_in": int(self.expires_in), "restricted_to": [], "token_type": "bearer"}

    def set(self, wishes):
        """valid, expire, refresh, client, expires_in, empty_401: those that are there, in that order."""
        if "valid" in wishes:
            self.access = {token: float("inf") for token in wishes["valid"]}
        if wishes.get("expire"):
            self.expire(wishes["expire"] if isinstance(wishes["expire"], str) else None)
        if "refresh" in wishes:
            self.refresh = set(wishes["refresh"])
        if "client" in wishes:
            client = wishes["client"]
            self.client = client and (client["id"], client["secret"])
        self.expires_in = wishes.get("expires_in", self.expires_in)
        self.empty_401 = wishes.get("empty_401", self.empty_401)

    def counts(self):
        valid = sum(self.is_valid(token) for token in self.access)
        return {"valid": valid, "given": self.given, "refused": self.refused, "refresh_used": len(self.used)}
