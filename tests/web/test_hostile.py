"""What strangers send to do harm stays text, is refused with a clear word, or is passed over; over real HTTP."""

from __future__ import annotations

import gzip
import http.client
import socket
import subprocess
import sys
import time
from typing import Any
from urllib.parse import quote

import pytest

from judge.request_bodies import read_dispute_file
from judge.web.dispute_in_address import pack
from judge.web.settings import Settings
from tests.browser.kinds import KINDS, Kind
from tests.fuzz.markup import faults_of
from tests.web.fake_desk import GAME as MADE_UP
from tests.web.fake_desk import fake_desk
from tests.web.server import Answer, Client, serving

GAME = "marvel-champions"
SUM = "7331*7919"
FILLED_IN = (str(7331 * 7919), "SECRET_KEY", "root:", "&lt;class")
"""What a template that was filled in would show."""
TEMPLATES = (
    f"{{{{{SUM}}}}}", f"${{{SUM}}}", f"#{{{SUM}}}", f"{{%print({SUM})%}}", f"<%={SUM}%>",
    "{% include '/etc/passwd' %}", "{{config}}", "{{''.__class__}}", "%(secret)s", "{0.__class__}",
)  # fmt: skip
MARKUP = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' autofocus onfocus=alert(1) x='",
    "</textarea><svg/onload=alert(1)>", "</title><script>x</script>", "javascript:alert(1)",
    "&lt;b&gt;&#x3c;script&#x3e;", "<!-- --><!", "]]>", "[energy]<b>",
)  # fmt: skip
ODD = (
    "\u202egnp.exe", "\u2066a\u2069", "\ufeffx", "a\u0000b", "\r\nSet-Cookie: a=b", "\x1b[31m", "\ud7ff\ue000", "１２",
    "İıſ", "🦊" * 50,
)  # fmt: skip
ALL = (*TEMPLATES, *MARKUP, *ODD)


def dispute(name: str) -> dict[str, Any]:
    """A dispute that says `name` wherever a name or text may stand."""
    return {
        "game": GAME,
        "players": [{"name": name}, {"name": "Bo", "form": "hero"}],
        "occurrence": {"type": "enemy-attack", "attacker": f"{name} of old", "target": name},
        "cards": [
            {
                "name": name,
                "controller": name,
                "kind": "upgrade",
                "text": f"Interrupt: When {name} attacks you, {name}.",
            },
            {"name": "Bell", "id": f"id {name}", "text": f"Response: After you take damage, say {name}. {name}."},
            {"name": "Tough", "kind": "status", "attached_to": name},
        ],
    }


def unharmed(answer: Answer) -> None:
    """The page is well-formed, runs nothing, and no template of the input was filled in."""
    assert answer.status < 500, answer.text[:500]
    assert faults_of(answer.text) == []
    assert not [words for words in FILLED_IN if words in answer.text]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_no_kind_of_page_holds_script_style_or_handlers_of_its_own(kind: Kind, request: pytest.FixtureRequest) -> None:
    site: Client = request.getfixturevalue(kind.site)
    answer = site.get(kind.path)
    assert answer.status == kind.status
    assert faults_of(answer.text) == []
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy


@pytest.mark.parametrize("words", ALL, ids=range(len(ALL)))
def test_whatever_a_dispute_says_stays_text(real_site: Client, words: str) -> None:
    packed = pack(dispute(words))
    for path in (f"/rulings/x/{packed}", f"/rulings/x/{packed}?as=orders", f"/resolve?dispute={packed}"):
        answer = real_site.get(path)
        unharmed(answer)
    ruling = real_site.post_json("/api/resolve", dispute(words))
    assert ruling.status in (200, 400, 422)
    assert ruling.headers["content-type"].startswith("application/")


@pytest.mark.parametrize("words", ALL, ids=range(len(ALL)))
def test_whatever_is_looked_for_stays_text(real_site: Client, stocked: Client, words: str) -> None:
    said = quote(words, safe="")
    paths = [f"/?q={said}", f"/?q=damage&game={said}", f"/games/{said}/{said}", f"/nothing/{said}"]
    paths += [f"/{page}/{GAME}/rr-1.0/{said}" for page in ("rules", "compare", "printed")]
    paths += [f"/resolve?game={said}&edition={said}", f"/resolve?example={said}", f"/report?entry={said}"]
    for path in paths:
        unharmed(real_site.get(path))
    for path in (f"/cards?name={said}", f"/cards/{said}", f"/resolve?card={said}"):
        unharmed(stocked.get(path))
    unharmed(real_site.press("resolve", game=words, cards_0_text=words, cards_0_name=words, occ_attacker=words))
    unharmed(real_site.press("read", game=GAME, cards_0_text=f"Interrupt: When {words} attacks, {words}.", find=words))


def raw(site: Client, *lines: bytes, body: bytes = b"") -> tuple[int, str, str]:
    """Bytes sent as they stand: status, head and body of the answer; status 0 where the connection was closed."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=60) as connection:
        connection.sendall(b"\r\n".join(lines) + b"\r\nConnection: close\r\n\r\n" + body)
        received = b""
        while chunk := connection.recv(65_536):
            received += chunk
    head, _, rest = received.decode("utf-8", "replace").partition("\r\n\r\n")
    return int(head.split(" ")[1]) if head.startswith("HTTP/") else 0, head, rest


@pytest.mark.parametrize(
    "line",
    [
        b"GET /?q=\xff\xfe HTTP/1.1", b"GET /?q=%ff%fe%00%0d%0aSet-Cookie:%20a=b HTTP/1.1", b"GET /%ff%00 HTTP/1.1",
        b"GET /rules/%0d%0aSet-Cookie:%20a=b HTTP/1.1", b"GET //example.org/%2f.. HTTP/1.1",
        b"GET /\\example.org HTTP/1.1",
        b"GET http://example.org/ HTTP/1.1", b"GET /rulings/x/%0d%0aLocation:%20http://example.org HTTP/1.1",
        b"TRACE / HTTP/1.1", b"CONNECT example.org:443 HTTP/1.1", b"PROPFIND / HTTP/1.1", b"PUT /rules/a/b/c HTTP/1.1",
        b"DELETE /api/entries/a/b/c HTTP/1.1", b"PATCH /resolve HTTP/1.1", b"G\x01T / HTTP/1.1", b"get / HTTP/1.1",
    ],
)  # fmt: skip
def test_odd_requests_are_answered_without_harm(real_site: Client, line: bytes) -> None:
    status, head, body = raw(real_site, line, b"Host: 127.0.0.1")
    assert status < 500 or status == 501, (status, body[:300])
    assert "set-cookie" not in head.lower()
    assert "location: http://example.org" not in head.lower()
    assert "Traceback" not in body


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:1", 'a"><script>x</script>', "a b", "[::1", "", "a\tb", "é"]
)
def test_a_host_that_lies_is_not_believed_where_the_address_is_known(real_site: Client, host: str) -> None:
    status, head, body = raw(
        real_site, b"GET /games HTTP/1.1", b"Host: " + host.encode(), b"X-Forwarded-Host: bad.example"
    )
    assert status in (200, 400)
    assert "bad.example" not in body + head
    assert faults_of(body) == []


def test_links_name_the_public_address_whatever_host_is_asked_for() -> None:
    with serving(fake_desk(), said=Settings(public_url="https://judge.example.org")) as site:
        for path in (f"/rules/{MADE_UP}/second/lantern", "/sitemap.xml", "/robots.txt", "/api", "/api/openapi.json"):
            answer = site.send("GET", path, headers={"Host": "evil.example"})
            assert answer.status == 200
            assert "https://judge.example.org" in answer.text
            assert "evil.example" not in answer.text


def test_bodies_that_are_packed_or_of_another_kind_are_refused_with_a_word(real_site: Client) -> None:
    bomb = gzip.compress(b'{"game": "' + b"x" * 900_000 + b'"}')
    for headers in ({"Content-Encoding": "gzip"}, {"Content-Type": "application/zip"}, {"Content-Encoding": "br"}):
        answer = real_site.send("POST", "/api/resolve", bomb, {"Content-Type": "application/json", **headers})
        assert (answer.status, answer.json()["kind"]) == (400, "not-understood")
    for encoding in ("utf-16", "utf-32", "utf-7"):
        answer = real_site.send("POST", "/api/ability", '{"text": "Gärd."}'.encode(encoding))
        assert answer.status in (200, 400), encoding


BODIES = [
    b'{"game": "marvel-champions", "cards": [{"name": NaN}]}', b'{"game": Infinity}', b'{"game": -Infinity}',
    b'{"game": 1e999}', b'{"game": ' + b"9" * 5000 + b"}", b'{"game": "a", "game": "marvel-champions"}',
    b'{"game": "\\ud800"}', b'{"\\udfff": 1}',
    b'{"game": "marvel-champions", "cards": ' + b'[{"name":' * 200 + b"1" + b"}]" * 200 + b"}",
    b'{"__proto__": {"a": 1}, "game": {"$ne": 1}}', b"{'game': 1}", b'{"game": "x"', b'{"game": "x"}}',
    *(b"[]", b"null", b'"x"', b"1", b"", b"\xff\xfe", b"\x00"),
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@pytest.mark.parametrize("path", ["/api/resolve", "/api/ability", "/api/ask"])
def test_json_of_bad_faith_is_refused_with_a_sentence(real_site: Client, path: str, body: bytes) -> None:
    answer = real_site.send("POST", path, body, {"Content-Type": "application/json"})
    assert answer.status in (400, 422)
    assert answer.json()["detail"].endswith((".", "?"))


YAML = [
    "game: !!python/object/apply:os.system ['true']", "game: &a marvel-champions\nedition: *a", "game: 2024-01-01",
    "a: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]", "cards: {<<: *x}", "game: !!binary aGk=", "[" * 5000,
    "- " * 5000, "game: marvel-champions\ngame: legendary", "game: .nan", "game: .inf", "players: 0o17",
    "game: " + ":".join(["59"] * 3000), "? [a]\n: b", "%YAML 9.9\n---\na: b", "--- {a: 1}\n--- {b: 2}",
    "game: !!timestamp x", "\x00", "game: \u202e", "!!set {a, b}", "game: {a: {b: 1}}", "cards: yes", "@", "\t- a",
    "game: 'x", "a: |\n  x\n y: z",
]  # fmt: skip


@pytest.mark.parametrize("text", YAML, ids=range(len(YAML)))
def test_yaml_of_bad_faith_is_refused_on_the_page_and_on_the_command_line(real_site: Client, text: str) -> None:
    boundary = "XXXX"
    part = f'--{boundary}\r\nContent-Disposition: form-data; name="do"\r\n\r\nupload\r\n--{boundary}\r\n'
    part += 'Content-Disposition: form-data; name="file"; filename="../../etc/passwd"\r\n\r\n'
    body = (part + text + f"\r\n--{boundary}--\r\n").encode()
    answer = real_site.send("POST", "/resolve", body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})
    assert answer.status in (200, 400, 413, 422)
    assert faults_of(answer.text) == []


@pytest.mark.parametrize("button", ["mend", "unmend", "pick", "remove-card", "up-player", "take"])
@pytest.mark.parametrize("number", ["9" * 180, "-1", "²", "٣", "", "0-x"])
def test_a_button_of_a_row_that_is_not_there_does_no_harm(real_site: Client, button: str, number: str) -> None:
    answer = real_site.press(f"{button}-{number}", game=GAME, cards_0_name="Bell", cards_0_text="Guard.")
    assert answer.status in (200, 404)
    assert faults_of(answer.text) == []


TERMS = ["../../etc/passwd", "marvel-champions/rr-1.0/../../x", "/etc/passwd", "a\udcffb", "{{7*7}}", "-zz", "\x1b[2J"]


@pytest.mark.parametrize("term", TERMS)
def test_the_command_line_shows_no_file_and_writes_no_traceback(term: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "judge", "show", "--", term],
        capture_output=True,
        check=False,
        timeout=120,
        errors="replace",
    )
    assert run.returncode in (1, 2), run.stderr
    assert "root:" not in run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def test_lines_that_are_no_utf_8_are_told_and_the_work_goes_on() -> None:
    lines = b'\xff\xfe\n{"text": "\\ud800"}\n{"text": NaN}\n{"text": "Guard."}\n'
    run = subprocess.run(
        [sys.executable, "-m", "judge", "ability", "--jsonl"],
        input=lines,
        capture_output=True,
        check=False,
        timeout=120,
    )
    answers = run.stdout.decode().splitlines()
    assert [("error" in line) for line in answers] == [True, True, True, False]
    assert b"Traceback" not in run.stderr


def test_a_head_without_end_and_a_target_without_end_are_refused(real_site: Client) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", real_site.port, timeout=60)
    connection.putrequest("GET", "/?q=" + "a" * 60_000)
    connection.endheaders()
    assert connection.getresponse().status == 414
    connection.close()


def test_yaml_numbers_to_the_base_of_sixty_are_text_and_take_no_time() -> None:
    began = time.thread_time()
    numbers = b"short: 1:30\nhex: 0x10\nten: 010\nplain: -12\nhalf: 0.5\n"
    read = read_dispute_file(b"long: " + b"1:" * 45_000 + b"1\n" + numbers)
    assert time.thread_time() - began < 0.5
    assert isinstance(read["long"], str)
    assert [read[name] for name in ("short", "hex", "ten", "plain", "half")] == ["1:30", "0x10", "010", -12, 0.5]


def test_a_file_of_yaml_that_unfolds_into_rows_is_refused(real_site: Client) -> None:
    content = f"game: {GAME}\ncards:\n".encode() + b"- {}\n" * 15_000
    body = (
        b'--b\r\nContent-Disposition: form-data; name="do"\r\n\r\nupload\r\n--b\r\n'
        b'Content-Disposition: form-data; name="file"; filename="d.yaml"\r\n\r\n' + content + b"\r\n--b--\r\n"
    )
    answer = real_site.send("POST", "/resolve", body, {"Content-Type": "multipart/form-data; boundary=b"})
    assert answer.status == 413
    assert "at most 250 cards" in answer.text and len(answer.body) < 50_000
