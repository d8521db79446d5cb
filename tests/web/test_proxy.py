"""The example configuration in docs/reverse-proxy, with a real nginx in front of a real server."""

import http.client
import json
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.web.serving import EXAMPLE, HARD, served

EXAMPLES = Path(__file__).parents[2] / "docs" / "reverse-proxy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
NAME = "sowfish.example"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed (Debian: apt-get install nginx-light)"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed, which makes the certificate"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(name="port", scope="module")
def _port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    places = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run([*words, *places], check=True, capture_output=True)
    with served("--hostname", NAME, "--trusted-proxy", "127.0.0.1", "--threads", "1") as server:
        text = (EXAMPLES / "nginx.conf").read_text(encoding="utf-8")
        text = text.replace("127.0.0.1:4848", f"127.0.0.1:{server.port}").replace("8443", str(port))
        (folder / "nginx.conf").write_text(text, encoding="utf-8")
        command = [str(NGINX), "-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;"]
        log = folder / "errors.log"
        with log.open("wb") as errors, subprocess.Popen(command, stderr=errors) as proxy:
            try:
                wait_for(port, proxy, log)
                yield port
            finally:
                proxy.terminate()


def wait_for(port: int, proxy: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(200):
        if proxy.poll() is not None:
            pytest.fail(f"nginx has ended: {log.read_text()}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("nginx does not listen")


def connected(port: int) -> http.client.HTTPSConnection:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=60, context=context)


@contextmanager
def asked(port: int, path: str, body: object = None, **headers: str) -> Iterator[http.client.HTTPResponse]:
    line = connected(port)
    told = {"Host": f"{NAME}:{port}", "Content-Type": "application/json", **headers}
    line.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), told)
    try:
        with line.getresponse() as answer:
            yield answer
    finally:
        line.close()


def status(port: int, path: str, body: object = None, **headers: str) -> int:
    with asked(port, path, body, **headers) as answer:
        return answer.status


def test_the_page_and_its_questions_pass(port: int) -> None:
    with asked(port, "/") as page:
        assert page.status == 200
        assert page.headers["strict-transport-security"]
    with asked(port, "/api/v1/best", {"position": EXAMPLE}, Origin=f"https://{NAME}:{port}") as answer:
        assert answer.status == 200
        assert json.loads(answer.read())["turn"] == [2, 5, 5]


def test_other_sites_and_other_names_are_refused(port: int) -> None:
    assert status(port, "/api/v1/best", {"position": EXAMPLE}, Origin="https://evil.example") == 403
    assert status(port, "/", Host="evil.example") == 421


def test_events_arrive_during_the_search(port: int) -> None:
    started = time.monotonic()
    body = {"position": HARD, "seconds": 4}
    with asked(port, "/api/v1/analyse", body, Accept="text/event-stream") as stream:
        assert stream.readline().startswith(b"event: ")
        assert time.monotonic() - started < 3
        assert stream.read().endswith(b"event: done\ndata: {}\n\n")


def test_an_address_with_too_many_requests_gets_an_error(port: int) -> None:
    line, statuses = connected(port), set()
    for _ in range(500):
        line.request("GET", "/api/v1/health", headers={"Host": f"{NAME}:{port}"})
        answer = line.getresponse()
        answer.read()
        statuses.add(answer.status)
    line.close()
    assert statuses == {200, 429}
    time.sleep(1)
    assert status(port, "/api/v1/health") == 200
