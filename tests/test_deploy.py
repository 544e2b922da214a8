"""What operators run Judge with: image, compose file, systemd unit, nginx; tested as far as no container is needed."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import click
import pytest
import yaml
from packaging.requirements import Requirement

from judge.cli import cli
from judge.desk import Desk
from judge.web.dispute_in_address import pack
from judge.web.settings import SETTINGS
from tests.web.fake_desk import fake_desk
from tests.web.processes import PATIENCE, Server, await_that, served
from tests.web.server import Answer, serving

ROOT = Path(__file__).resolve().parent.parent
KNOWN = {"JUDGE_DATA", *(setting.name for setting in SETTINGS)}
NAME = "judge.example.org"
MOST = 40
"""Requests of an address that the server behind nginx answers in an hour."""


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with what they say, long lines joined."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    rows = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, rest in rows]


def said(name: str) -> list[str]:
    return [rest for instruction, rest in instructions() if instruction == name]


def the_array(name: str) -> list[str]:
    """The one array that an instruction holds: a command without a shell."""
    found: list[str] = json.loads(said(name)[-1][said(name)[-1].index("[") :])
    return found


def checked(arguments: list[str]) -> click.Context:
    """The arguments as the command line takes them. Raises UsageError where it does not."""
    command = cli.commands[arguments[0]]
    return command.make_context(arguments[0], list(arguments[1:]))


def of_compose() -> dict[str, Any]:
    return cast(dict[str, Any], yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"])


def test_the_image_is_made_of_files_that_are_there_and_let_in() -> None:
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = [rule[1:] for rule in rules if rule.startswith("!")]
    copied = [word for row in said("COPY") if "--from" not in row for word in row.split()[:-1]]
    assert copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert name in let_in, name
    forced = re.findall(r'^"([\w./]+)" = "judge/', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert {"judge", "pyproject.toml", "README.md", *forced} <= set(copied), "what the wheel is made of"
    assert "*" in rules
    assert not any(fnmatch(name, rule) for name in copied for rule in rules if rule not in ("*", "**/__pycache__", "!"))


def test_the_image_runs_as_nobody_from_a_pinned_base_with_its_build_made() -> None:
    base = re.search(r"PYTHON_IMAGE=(\S+)", said("ARG")[0])
    assert base and re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+(@sha256:[0-9a-f]{64})?", base[1])
    assert {row.split(" AS ")[0] for row in said("FROM")} == {"${PYTHON_IMAGE}"}
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", said("USER")[-1])
    order = [f"{name} {rest}" for name, rest in instructions()]
    built = order.index('RUN ["judge", "build"]')
    assert order.index(f"USER {said('USER')[-1]}") < built < order.index(f"VOLUME {said('VOLUME')[-1]}")
    assert f"JUDGE_DATA={said('VOLUME')[-1]}" in said("ENV")[-1].split()
    assert said("STOPSIGNAL") == ["SIGTERM"]
    assert "dev" not in " ".join(said("RUN"))


@pytest.mark.parametrize(
    ("release", "image", "status"),
    [("", "python:3.11", 0), ("yes", "python:3.11", 1), ("yes", f"python:3.11@sha256:{'0f' * 32}", 0),
     ("yes", "python:3.11@sha256:0f", 1)],
)  # fmt: skip
def test_a_release_is_built_from_a_base_by_digest_alone(release: str, image: str, status: int) -> None:
    check = said("RUN")[0]
    environment = {"RELEASE": release, "PYTHON_IMAGE": image, "PATH": os.environ["PATH"]}
    told = subprocess.run(["sh", "-c", check], env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == status
    assert ("scripts/pin-images" in told.stderr) == bool(status)


def test_image_and_compose_file_speak_of_one_port_and_commands_that_exist() -> None:
    assert the_array("ENTRYPOINT") == ["judge"]
    options = checked(the_array("CMD")).params
    assert (options["host"], str(options["port"])) == ("0.0.0.0", said("EXPOSE")[0])
    service = of_compose()["judge"]
    assert [port.rsplit(":", 1)[1] for port in service["ports"]] == said("EXPOSE")
    assert service["healthcheck"]["test"] == ["CMD", *the_array("HEALTHCHECK")]
    assert [volume.split(":")[1] for volume in service["volumes"]] == said("VOLUME")
    upstream = (ROOT / "deploy" / "nginx" / "compose.conf").read_text(encoding="utf-8")
    assert f"server judge:{said('EXPOSE')[0]};" in upstream


def test_compose_gives_settings_that_exist_and_takes_rights_away() -> None:
    services = of_compose()
    assert set(services["judge"]["environment"]) <= KNOWN
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in service["security_opt"]
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert not source.startswith("./") or (ROOT / source).is_file(), source
    assert services["nginx"]["profiles"] == ["nginx"]
    assert re.search(r":\d", services["nginx"]["image"])


def test_the_health_check_tells_ready_from_not_ready() -> None:
    program = the_array("HEALTHCHECK")[-1]
    with serving(fake_desk()) as site:
        assert health(program, site.port) == 0
    assert health(program, site.port) != 0


def health(program: str, port: int) -> int:
    """How the image's health check ends at that port."""
    assert ":8000/" in program
    command = [sys.executable, "-c", program.replace(":8000/", f":{port}/")]
    return subprocess.run(command, capture_output=True, check=False).returncode


def test_the_unit_starts_a_command_that_exists_with_settings_that_exist() -> None:
    unit = (ROOT / "deploy" / "judge.service").read_text(encoding="utf-8")
    started = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert started
    assert checked(shlex.split(started[1])[1:]).params["host"] == "127.0.0.1"
    given = re.findall(r"(JUDGE_\w+)=", "\n".join(re.findall(r"^Environment=.*$", unit, re.MULTILINE)))
    assert set(given) <= KNOWN


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_the_unit_and_finds_it_safe(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "judge.service").read_text(encoding="utf-8")
    copy = tmp_path / "judge.service"
    copy.write_text(unit.replace("/opt/judge/bin/judge", "/bin/true"), encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(copy)]
    exposed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert exposed.returncode == 0, exposed.stdout


@dataclass(frozen=True)
class Proxy:
    """nginx with deploy/nginx/judge.conf, its ports changed to free ones."""

    plain: int
    secure: int

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.send("GET", path, headers=headers)

    def send(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None,
        client: str = "127.0.0.1",
    ) -> Answer:  # fmt: skip
        """Ask as the client of that address."""
        unverified = ssl.create_default_context()
        unverified.check_hostname, unverified.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.secure, timeout=PATIENCE, context=unverified, source_address=(client, 0)
        )
        return _exchange(connection, method, path, body, {"Host": NAME, **(headers or {})})

    def get_plain(self, path: str, host: str = NAME) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.plain, timeout=PATIENCE)
        return _exchange(connection, "GET", path, b"", {"Host": host})


def _exchange(
    connection: http.client.HTTPConnection, method: str, path: str, body: bytes, headers: Mapping[str, str]
) -> Answer:
    try:
        connection.request(method, path, body or None, dict(headers))
        response = connection.getresponse()
        return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
    finally:
        connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def nginx(backend: int, folder: Path) -> Iterator[Proxy]:
    """nginx before the server at that port: the files of deploy/nginx with other ports, paths and a slower rate."""
    proxy = Proxy(free_port(), free_port())
    certificate(folder)
    there = ROOT / "deploy" / "nginx"
    changes = {
        "127.0.0.1:8000": f"127.0.0.1:{backend}", "listen 80;": f"listen 127.0.0.1:{proxy.plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{proxy.secure} ssl",
        "listen [::]:80;": "", "listen [::]:443 ssl http2;": "",
        "/etc/ssl/judge/": f"{folder}/", "/var/cache/nginx/judge": f"{folder}/cache", "rate=20r/s": "rate=1r/m",
        "/etc/nginx/judge/locations.conf": str(there / "locations.conf"),
    }  # fmt: skip
    site = (there / "judge.conf").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in site, old
        site = site.replace(old, new)
    (folder / "site.conf").write_text(site, encoding="utf-8")
    main = folder / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    kept = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    main.write_text(
        f"{'user root; ' if os.geteuid() == 0 else ''}daemon off; events {{}}\n"
        f"pid {folder}/pid; error_log {folder}/error.log;\n"
        f"http {{\naccess_log off;\n{kept}include {folder}/site.conf;\n}}\n", encoding="utf-8",
    )  # fmt: skip
    command = ["nginx", "-c", str(main), "-p", str(folder), "-e", f"{folder}/error.log"]
    tested = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        await_that(lambda: _listens(proxy.secure))
        yield proxy
    finally:
        process.terminate()
        process.wait(PATIENCE)


def certificate(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}",
         "-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def behind(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Proxy, Server]]:
    if not (shutil.which("nginx") and shutil.which("openssl")):
        pytest.skip("nginx or openssl is not installed")
    assert desk.build_id
    settings = {
        **os.environ, "JUDGE_PUBLIC_URL": f"https://{NAME}", "JUDGE_TRUSTED_PROXIES": "1",
        "JUDGE_RATE_LIMIT": f"{MOST}/hour",
    }  # fmt: skip
    with served(1, base=settings) as server, nginx(server.port, tmp_path_factory.mktemp("nginx")) as proxy:
        yield proxy, server


def test_nginx_brings_https_and_says_so_to_judge(behind: tuple[Proxy, Server]) -> None:
    proxy, _ = behind
    page = proxy.get("/games")
    assert page.status == 200
    assert page.headers["strict-transport-security"]
    assert f"Sitemap: https://{NAME}/sitemap.xml" in proxy.get("/robots.txt").text
    moved = proxy.get_plain("/games?a=1")
    assert (moved.status, moved.headers["location"]) == (301, f"https://{NAME}/games?a=1")
    assert proxy.get_plain("/games", "evil.example").headers["location"] == f"https://{NAME}/games"
    assert proxy.get("/games/marvel-champions/").headers.get("location", NAME).count(NAME) == 1
    hidden = ("/metrics", "//metrics", "/%6detrics", "/a/../metrics", "/metrics?a", "/readyz", "//readyz")
    assert {proxy.get(path).status for path in hidden} == {404}
    assert proxy.get("/healthz").status == 200


@pytest.mark.parametrize(
    "lie", ["SCRIPT_NAME", "X-Script-Name", "X-Forwarded-Prefix", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded"]
)
def test_nginx_passes_on_no_header_by_which_a_client_lies(behind: tuple[Proxy, Server], lie: str) -> None:
    proxy, _ = behind
    moved = proxy.get("/rules/marvel-champions/rr-1.0/tough/", {lie: "//evil.example"})
    assert (moved.status, moved.headers["location"]) == (302, "/rules/marvel-champions/rr-1.0/tough")
    assert "evil" not in moved.text
    assert moved.headers["strict-transport-security"]


def test_behind_nginx_limits_are_counted_by_the_address_that_nginx_saw(behind: tuple[Proxy, Server]) -> None:
    proxy, _ = behind

    def ask(client: str, said: str = "") -> int:
        lie = {"X-Forwarded-For": said, "X-Real-IP": said} if said else None
        return proxy.send("GET", "/api/search?q=tough", headers=lie, client=client).status

    assert [ask("127.0.0.3") for _ in range(MOST + 1)] == [*[200] * MOST, 429]
    assert [ask("127.0.0.3", f"192.0.2.{n}") for n in range(3)] == [429] * 3
    assert ask("127.0.0.4") == 200


def test_nginx_packs_pages_and_lets_them_be_asked_after(behind: tuple[Proxy, Server]) -> None:
    proxy, server = behind
    path = "/rules/marvel-champions/rr-1.0/damage"
    packed = proxy.get(path, {"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == server.client.get(path).body
    again = proxy.get(path, {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_nginx_lets_a_long_ruling_pass_and_judge_say_what_is_too_large(behind: tuple[Proxy, Server]) -> None:
    proxy, _ = behind
    names = [sha256(str(number).encode()).hexdigest() for number in range(100)]
    address = f"/rulings/old/{pack({'game': 'marvel-champions', 'cards': [{'name': name} for name in names]})}"
    assert 4000 < len(address) < 8000
    assert proxy.get(address).status == 200
    long = proxy.get("/api/search?q=" + "x" * 9000)
    assert (long.status, long.json()["kind"]) == (414, "too-large")
    large = proxy.send("POST", "/api/resolve", b"x" * 2_000_000, {"Content-Type": "application/json"})
    assert (large.status, large.json()["kind"]) == (413, "too-large")


def test_nginx_keeps_assets_and_slows_who_asks_too_much(behind: tuple[Proxy, Server]) -> None:
    proxy, server = behind
    sheet = re.search(r'href="(/static/app.css\?v=\w+)"', proxy.get("/games").text)
    assert sheet
    kept = proxy.get(sheet[1])
    assert kept.status == 200
    statuses = [proxy.get("/healthz").status for _ in range(80)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    server.stop()
    assert proxy.get(sheet[1]).body == kept.body, "the asset comes from nginx"


def locked(name: str) -> dict[str, str]:
    """The versions of a lock by package; each package has hashes."""
    rows = re.split(r"\n(?=\S)", (ROOT / "deploy" / name).read_text(encoding="utf-8").strip())
    assert [row for row in rows if "--hash=sha256:" not in row] == []
    found = [re.match(r"([\w.-]+)==([\w.]+)", row) for row in rows]
    return {row[1].lower(): row[2] for row in found if row}


def test_the_lock_holds_every_dependency_in_a_version_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name, asked in (
        ("requirements.lock", project["project"]["dependencies"]), ("build.lock", project["build-system"]["requires"]),
    ):  # fmt: skip
        versions = locked(name)
        for requirement in map(Requirement, asked):
            assert versions[requirement.name.lower()] in requirement.specifier, f"{requirement}: run scripts/lock"


def _pin_images(folder: Path, *args: str, path: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / "pin-images"), "--folder", str(folder), *args]
    return subprocess.run(command, env={"PATH": path}, capture_output=True, text=True, check=False)


def test_images_are_pinned_by_the_digest_that_the_registry_says_and_a_tag_alone_is_refused(tmp_path: Path) -> None:
    for name in ("Dockerfile", "compose.yaml"):
        text = (ROOT / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(re.sub(r"@sha256:[0-9a-f]{64}", "", text), encoding="utf-8")
    loose = _pin_images(tmp_path, "--check")
    assert loose.returncode == 1
    assert re.findall(r"^(\S+) names (\w+)", loose.stderr, re.MULTILINE) == [
        ("Dockerfile", "python"), ("compose.yaml", "nginxinc"),
    ]  # fmt: skip
    docker = tmp_path / "docker"
    docker.write_text("#!/bin/sh\necho no such host >&2; exit 1\n", encoding="utf-8")
    docker.chmod(0o755)
    refused = _pin_images(tmp_path, path=str(tmp_path))
    assert refused.returncode == 1 and "nothing was written. no such host" in refused.stderr
    docker.rename(tmp_path / "skopeo")  # whoever builds without Docker
    (tmp_path / "skopeo").write_text(f"#!/bin/sh\necho sha256:{'0f' * 32}\n", encoding="utf-8")
    assert _pin_images(tmp_path, path=str(tmp_path)).returncode == 0
    assert _pin_images(tmp_path, "--check").returncode == 0
    assert _pin_images(tmp_path, path=str(tmp_path)).returncode == 0
    assert (tmp_path / "compose.yaml").read_text(encoding="utf-8").count("@sha256:") == 1


def test_image_and_unit_install_what_is_locked_by_its_hash() -> None:
    unit = (ROOT / "deploy" / "judge.service").read_text(encoding="utf-8")
    for text in (*said("RUN"), unit):
        for row in re.findall(r"pip install ([^&\n]*)", text):
            assert "--require-hashes" in row or "--no-deps" in row, row
