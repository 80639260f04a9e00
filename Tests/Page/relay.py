"""A server between the browser and eggweb: what tests of the way between them have in common."""

import contextlib
import http.client
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit


class Relay(BaseHTTPRequestHandler):
    """Passes requests on to eggweb, as a test tells."""

    @contextlib.contextmanager
    def asked(self, address, names):
        """The answer of eggweb at this address to the request, with these of its headers."""
        sent = self.rfile.read(int(self.headers["Content-Length"] or 0))
        headers = {name: value for name, value in self.headers.items() if name in names}
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
        try:
            connection.request(self.command, self.path, sent, headers)
            yield connection.getresponse()
        finally:
            connection.close()

    def answer(self, kind, body, status=200):
        # A page that is left takes no answers any more.
        with contextlib.suppress(ConnectionError):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_):
        pass
