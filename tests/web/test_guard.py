import pytest
from tests.web.serving import EXAMPLE, client

from sowfish.web.settings import Settings

ASKED = {"position": EXAMPLE, "pits": [2]}


@pytest.mark.parametrize("path", ["/", "/page.css", "/js/app.js", "/api", "/api/v1/rules", "/nothing", "/api/v1/best"])
def test_every_answer_has_the_headers_that_keep_strangers_out(path: str) -> None:
    with client() as inside:
        headers = inside.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "host", [b"evil.example", b"evil.example:4848", b"127.0.0.1.evil.example", b"", b"localhost:x", b"localhost:\xb2"]
)
def test_another_host_is_refused(host: bytes) -> None:
    with client() as inside:
        answer = inside.get("/", headers={b"Host": host})
    assert answer.status_code == 421
    assert (answer.json()["error"], answer.json()["code"]) == ("this server does not go by that name", "wrong_host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:4848", "127.0.0.1:1", "[::1]:80", "[::1]"])
def test_this_machine_goes_by_several_names(host: str) -> None:
    with client() as inside:
        assert inside.get("/api/v1/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://["])
def test_another_page_is_refused(origin: str) -> None:
    with client() as inside:
        answer = inside.post("/api/v1/move", json=ASKED, headers={"Origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "new-kind"])
@pytest.mark.parametrize(
    ("path", "mode", "dest"),
    [
        ("/preview.png", "no-cors", "image"),
        ("/preview.png", "navigate", "document"),
        ("/api/v1/rules", "navigate", "document"),
        ("/api/v1/rules", "no-cors", "script"),
        ("/js/app.js", "no-cors", "script"),
        ("/", "navigate", "iframe"),
    ],
)
def test_a_page_elsewhere_cannot_make_the_server_work(site: str, path: str, mode: str, dest: str) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
    with client() as inside:
        answer = inside.get(path, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_site")


def test_a_page_elsewhere_can_link_to_the_board() -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    with client() as inside:
        assert inside.get("/", headers=headers).status_code == 200
        assert inside.get("/preview.png", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
        assert inside.get("/preview.png", headers={"Sec-Fetch-Site": "none"}).status_code == 200


def test_the_own_page_is_answered() -> None:
    with client() as inside:
        headers = {"Origin": "http://127.0.0.1"}
        assert inside.post("/api/v1/move", json=ASKED, headers=headers).status_code == 200


def test_a_token_is_needed_where_one_is_set() -> None:
    with client(Settings(token="secret", threads=1)) as inside:  # noqa: S106  # a test value
        for path in ("/", "/api/v1/health", "/secre/", "/secrets/", "/secret2/api/v1/health", "//secret/"):
            assert inside.get(path).status_code == 403
        assert inside.get("/secret/").status_code == 200
        assert inside.get("/secret/js/app.js").status_code == 200
        assert inside.get("/secret/api/v1/health").status_code == 200
        moved = inside.get("/secret", follow_redirects=False)
        assert moved.headers["location"] == "/secret/"
        assert inside.get("/secret/api").json()["servers"] == [{"url": "/secret"}]


@pytest.mark.parametrize("path", ["/../settings.py", "/%2e%2e/settings.py", "/js/..%2f..%2fapp.py", "//etc/passwd"])
def test_only_files_of_the_page_are_served(path: str) -> None:
    with client() as inside:
        assert inside.get(path).status_code == 404
