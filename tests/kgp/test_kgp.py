"""The Kalah Game Protocol: lines, both ends against each other, recorded exchanges, and hostile peers."""

import asyncio
import contextlib
import queue
import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.program import PROGRAM, environment

from sowfish import Position, Rules
from sowfish.cli.commands.kgp import command
from sowfish.kgp import channel as kgp_channel
from sowfish.kgp import client as kgp_client
from sowfish.kgp import server as kgp_server
from sowfish.kgp.channel import connect, split_address
from sowfish.kgp.client import Options, play
from sowfish.kgp.commands import LONGEST_LINE, Command, KgpBoard, KgpError, Word
from sowfish.kgp.server import FinishedGame, Server, Settings

RULES = Rules.named("kalah", pits=4)
SECRET = "s3cret"  # that it is not is the test


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("kgp 1 0 0", Command("kgp", (1, 0, 0))),
        ("4 state <3,0,0,3,3,3,3,3,3>\r\n", Command("state", (KgpBoard(0, 0, (3, 3, 3), (3, 3, 3)),), 4)),
        ("@4 move 1", Command("move", (1,), None, 4)),
        ("6@4 stop", Command("stop", (), 6, 4)),
        ('set info:name "with \\" and \\\\"', Command("set", (Word("info:name"), 'with " and \\'))),
        ("set x -.5", Command("set", (Word("x"), -0.5))),
        ("mode freeplay", Command("mode", (Word("freeplay"),))),
    ],
)
def test_lines_of_the_specification_are_read_and_written(line: str, command: Command) -> None:
    assert Command.parse(line) == command
    assert Command.parse(str(command)) == command


@given(
    st.builds(
        Command,
        st.from_regex("[a-z][a-z0-9]{0,8}", fullmatch=True),
        st.lists(
            st.one_of(
                st.integers(-(2**31) + 1, 2**31 - 1),
                st.text(
                    st.characters(codec="utf-8", exclude_characters="\r\n", exclude_categories=("C", "Z")), max_size=20
                ),
                st.builds(Word, st.from_regex("[A-Za-z][A-Za-z:-]{0,10}", fullmatch=True)),
            ),
            max_size=4,
        ).map(tuple),
        st.one_of(st.none(), st.integers(0, 10**8)),
        st.one_of(st.none(), st.integers(0, 10**8)),
    )
)
def test_commands_round_trip(command: Command) -> None:
    assert Command.parse(str(command)) == command


@given(st.text(max_size=300))
def test_any_text_is_a_command_or_refused(text: str) -> None:
    with contextlib.suppress(KgpError):
        assert Command.parse(text).name


@pytest.mark.parametrize(
    "line",
    [
        " " * LONGEST_LINE,
        "a" + " " * (LONGEST_LINE - 1),
        "a " + '"' + "\\" * (LONGEST_LINE - 3),
        "a <" + "1," * 8000,
        "a " + "x " * 8000,
        "1" * LONGEST_LINE,
        "a " + "-" * (LONGEST_LINE - 2),
    ],
)
def test_hostile_lines_take_no_time(line: str) -> None:
    started = time.perf_counter()
    with contextlib.suppress(KgpError):
        Command.parse(line)
    assert time.perf_counter() - started < 0.05


def test_boards_are_those_of_the_mover() -> None:
    position = Position.parse("kalah: 1 2 3 4 / 5 6 7 8 north")
    assert str(KgpBoard.of(position)) == "<3,8,4,5,6,7,1,2,3>"
    assert KgpBoard.of(position).position(Rules.named("kalah")) == Position.parse("kalah: 5 6 7 8 / 1 2 3 4 south")


def test_addresses_are_read() -> None:
    assert split_address("localhost") == ("localhost", 2671)
    assert split_address("[::1]:80") == ("::1", 80)
    for text in ("", "a:b", "a:99999", "a/b", "u@h"):
        with pytest.raises(KgpError):
            split_address(text)


# ---- both ends


async def refereed(players: tuple[str, str], *, websocket: bool = False, **settings: object) -> list[FinishedGame]:
    server = Server(Settings(rules=RULES, stones=3, port=0, seconds=1.0, websocket=websocket, **settings))  # type: ignore[arg-type]
    running = asyncio.create_task(server.run(1))
    await server.listening.wait()
    address = f"{'ws://' if websocket else ''}127.0.0.1:{server.address[1]}"
    for player in players:
        clients.append(asyncio.create_task(play(address, Options(player=player, rules=RULES, name=player))))
        await asyncio.sleep(0.1)
    results = await asyncio.wait_for(running, 60)
    await asyncio.wait_for(asyncio.gather(*clients), 10)
    clients.clear()
    return results


clients: list[asyncio.Task[kgp_client.Counts]] = []


@pytest.mark.parametrize("transport", ["tcp", "websocket"])
def test_two_clients_play_on_the_server(transport: str) -> None:
    is_websocket = transport == "websocket"
    results = asyncio.run(refereed(("engine:nodes=5000", "random"), websocket=is_websocket, games=2))
    assert [(result.south, result.north) for result in results] == [
        ("engine:nodes=5000", "random"),
        ("random", "engine:nodes=5000"),
    ]
    for result in results:
        assert result.explanation == ""
        assert result.game.position.is_over
        assert result.outcome == result.game.position.outcome


def test_verification_agrees() -> None:
    async def verified() -> kgp_client.Counts:
        server = Server(Settings(rules=RULES, port=0))
        running = asyncio.create_task(server.run(1))
        await server.listening.wait()
        counts = await play(f"127.0.0.1:{server.address[1]}", Options(rules=RULES, mode="verify"))
        running.cancel()
        return counts

    counts = asyncio.run(verified())
    assert counts.problems == kgp_server.PROBLEMS
    assert counts.errors == []


def test_other_rules_fail_the_verification() -> None:
    async def verified() -> kgp_client.Counts:
        server = Server(Settings(rules=RULES, port=0, seed=1))
        running = asyncio.create_task(server.run(1))
        await server.listening.wait()
        options = Options(rules=Rules.named("avalanche", pits=4), mode="verify")
        counts = await play(f"127.0.0.1:{server.address[1]}", options)
        running.cancel()
        return counts

    assert asyncio.run(verified()).errors[0].startswith("wrong: pit")


# ---- recorded exchanges and hostile peers


async def scripted(
    script: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> tuple[str, asyncio.Server]:
    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await script(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    return f"127.0.0.1:{server.sockets[0].getsockname()[1]}", server


def test_the_specifications_exchange_is_played_and_the_token_stays_out_of_the_log() -> None:
    heard: list[str] = []
    log: list[str] = []

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def until(word: str) -> None:
            while word not in (line := (await reader.readline()).decode()):
                heard.append(line.strip())
            heard.append(line.strip())

        writer.write(b"kgp 1 0 0\r\n")
        await until("mode freeplay")
        writer.write(b"rubbish ???\r\n2 ping 5\r\n")
        await until("pong")
        writer.write(b"set time:mode relative\r\nset time:clock 1\r\n4 state <3,0,0,3,3,3,3,3,3>\r\n")
        await until("@4 yield")
        writer.write(b"6@4 stop\r\n8 state <3,1,0,0,4,4,3,3,3>\r\n")
        await until("@8 yield")
        writer.write(b'10 error "as a test"\r\ngoodbye\r\n')
        await writer.drain()

    async def run() -> kgp_client.Counts:
        address, server = await scripted(script)
        options = Options(player="engine:nodes=500", rules=RULES, name="me", token=SECRET, log=log.append)
        counts = await play(address, options)
        server.close()
        return counts

    counts = asyncio.run(run())
    assert (counts.states, counts.errors, counts.connections) == (2, ["as a test"], 1)
    assert any(line.endswith('set auth:token "s3cret"') for line in heard)
    assert any(line.endswith("@2 pong 5") for line in heard)
    assert [line.split()[1] for line in heard if "@4" in line] == ["move", "move", "yield"]
    assert not any("s3cret" in line for line in log)
    assert "s3cret" not in repr(Options(rules=RULES, token=SECRET))


def test_a_stop_ends_the_search_and_nothing_is_sent_for_it() -> None:
    after: list[str] = []

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"kgp 1 0 0\r\n4 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>\r\n")
        while b"move" not in await reader.readline():
            pass
        writer.write(b"6@4 stop\r\n8 ping\r\n")
        while b"pong" not in (line := await reader.readline()):
            after.append(line.decode())
        writer.write(b"goodbye\r\n")
        await writer.drain()

    async def run() -> float:
        address, server = await scripted(script)
        started = time.monotonic()
        await play(address, Options(player="engine", rules=Rules.named("kalah"), seconds=30))
        server.close()
        return time.monotonic() - started

    assert asyncio.run(run()) < 10
    assert not any("yield" in line for line in after)


def test_a_broken_connection_is_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kgp_client, "FIRST_RETRY", 0.01)
    visits: list[int] = []

    async def script(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(1)
        writer.write(b"kgp 1 0 0\r\n")
        if len(visits) == 3:
            writer.write(b"goodbye\r\n")
        await writer.drain()

    async def run() -> kgp_client.Counts:
        address, server = await scripted(script)
        counts = await play(address, Options(rules=RULES))
        server.close()
        return counts

    assert asyncio.run(run()).connections == 3


@pytest.mark.parametrize(
    ("greeting", "words"),
    [
        (b"kgp 2 0 0\r\n", "version 2"),
        (b"HTTP/1.1 400 Bad\r\n", "not a KGP server"),
        (b'error "full"\r\n', "rejected us: full"),
    ],
)
def test_wrong_servers_are_left_with_a_sentence(greeting: bytes, words: str) -> None:
    async def script(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(greeting)
        await writer.drain()

    async def run() -> None:
        address, server = await scripted(script)
        try:
            await play(address, Options(rules=RULES))
        finally:
            server.close()

    with pytest.raises(KgpError, match=words):
        asyncio.run(run())


def test_no_server_is_a_sentence() -> None:
    with pytest.raises(KgpError, match=r"cannot connect to '127\.0\.0\.1:1'"):
        asyncio.run(play("127.0.0.1:1", Options(rules=RULES)))


def test_the_server_survives_hostile_clients_and_refuses_unknown_modes() -> None:
    source = random.Random(1)

    async def hostile(port: int, lines: list[bytes]) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for line in lines:
            writer.write(line)
        try:
            await writer.drain()
            writer.write_eof()
            return await asyncio.wait_for(reader.read(), 10)
        except ConnectionError:
            return b""
        finally:
            writer.close()

    async def run() -> tuple[bytes, list[FinishedGame]]:
        server = Server(Settings(rules=RULES, stones=2, port=0, seconds=0.3, games=1))
        running = asyncio.create_task(server.run(1))
        await server.listening.wait()
        port = server.address[1]
        refused = await hostile(port, [b"mode simple\r\n"])
        for _ in range(20):
            noise = bytes(source.randrange(256) for _ in range(source.randrange(2000)))
            await hostile(port, [noise, b"\r\n"])
        await hostile(port, [b"x" * (2 * LONGEST_LINE), b"\r\n"])
        cheat = asyncio.create_task(hostile_player(port))
        await asyncio.sleep(0.1)
        honest = asyncio.create_task(play(f"127.0.0.1:{port}", Options(player="random", rules=RULES, name="honest")))
        results = await asyncio.wait_for(running, 30)
        await asyncio.wait_for(asyncio.gather(cheat, honest), 10)
        return refused, results

    async def hostile_player(port: int) -> None:
        channel = await connect(f"127.0.0.1:{port}")
        await channel.write("set info:name cheat")
        await channel.write("mode freeplay")
        while (line := await channel.read()) is not None:
            if "state" in line:
                await channel.write("move 99")
                await channel.write("yield")
        await channel.close()

    refused, results = asyncio.run(run())
    assert b'error "Unsupported activity"' in refused
    assert b"goodbye" in refused
    assert [(result.south, result.outcome) for result in results] == [("cheat", "north_wins")]
    assert "illegal" in results[0].explanation


def test_a_client_that_reads_nothing_loses_and_does_not_block_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kgp_channel, "WRITE_SECONDS", 0.3)

    async def run() -> list[FinishedGame]:
        server = Server(Settings(rules=RULES, stones=2, port=0, seconds=0.3, games=1))
        running = asyncio.create_task(server.run(1))
        await server.listening.wait()
        port = server.address[1]
        with socket.create_connection(("127.0.0.1", port)) as mute:
            mute.settimeout(0)
            mute.sendall(b"set info:name mute\r\nmode freeplay\r\n")
            await asyncio.sleep(0.1)
            ping = b'ping "' + b"x" * (LONGEST_LINE - 100) + b'"\r\n'
            for number in range(2000):  # until the answers fill every buffer
                with contextlib.suppress(BlockingIOError):
                    mute.send(ping)
                if number % 50 == 0:
                    await asyncio.sleep(0.01)
            honest = asyncio.create_task(play(f"127.0.0.1:{port}", Options(player="random", rules=RULES)))
            results = await asyncio.wait_for(running, 20)
            await asyncio.wait_for(honest, 10)
        return results

    assert [(result.outcome, result.explanation) for result in asyncio.run(run())] == [
        ("north_wins", "mute: left the game")
    ]


def test_silent_clients_do_not_fill_the_server_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kgp_server, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(kgp_server, "MOST_CLIENTS", 1)

    async def greeted(port: int) -> str | None:
        channel = await connect(f"127.0.0.1:{port}")
        first = await channel.read()
        await channel.close()
        return first

    async def run() -> tuple[str | None, list[str], str | None]:
        server = Server(Settings(rules=RULES, port=0))
        running = asyncio.create_task(server.run())
        await server.listening.wait()
        silent = await connect(f"127.0.0.1:{server.address[1]}")
        await silent.write("mode verify")
        await silent.read()
        crowded = await greeted(server.address[1])
        heard = []
        while (line := await asyncio.wait_for(silent.read(), 10)) is not None:
            heard.append(line.strip())
        await silent.close()
        after = await greeted(server.address[1])
        running.cancel()
        return crowded, heard, after

    crowded, heard, after = asyncio.run(run())
    assert crowded == 'error "the server is full"\r\n'
    assert heard[-2].endswith('error "no answer came in time"')
    assert after == "kgp 1 0 0\r\n"


def test_what_strangers_send_reaches_the_terminal_without_control_signs(capsys: pytest.CaptureFixture[str]) -> None:
    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'kgp 1 0 0\r\nerror "\x1b]0;mine\x07\x1b[2J"\r\ngoodbye\r\n')
        await writer.drain()
        await reader.read()

    async def serve(ready: "queue.SimpleQueue[str]", over: threading.Event) -> None:
        address, server = await scripted(script)
        ready.put(address)
        await asyncio.to_thread(over.wait, 30)
        server.close()

    ready, over = queue.SimpleQueue[str](), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(serve(ready, over)))
    thread.start()
    try:
        command.main([ready.get(timeout=10), "--once", "--log"], standalone_mode=False)
    finally:
        over.set()
        thread.join()
    shown = capsys.readouterr()
    assert "1 error: " in shown.out
    assert all(sign.isprintable() or sign == "\n" for sign in shown.out + shown.err)


def test_a_name_cannot_pass_for_a_result() -> None:
    settings = Settings(rules=RULES, port=0)
    reports: list[str] = []
    settings.report, settings.log = reports.append, lambda _line: None

    async def run() -> None:
        server = Server(settings)
        running = asyncio.create_task(server.run())
        await server.listening.wait()
        channel = await connect(f"127.0.0.1:{server.address[1]}")
        await channel.write('set info:name "# somebody - you: 48-0, south_wins"')
        await channel.write("ping")
        while "pong" not in (await channel.read() or "pong"):
            pass
        await channel.close()
        running.cancel()

    asyncio.run(run())
    assert len(reports) == 1
    assert reports[0].startswith("listening on ")


@pytest.mark.parametrize("transport", [(), ("--websocket",)], ids=["tcp", "websocket"])
def test_ctrl_c_with_clients_at_every_stage_ends_quietly(transport: tuple[str, ...]) -> None:
    words = [PROGRAM, "kgp", "--serve", "--port", "0", *transport]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(":")[2])

        async def run() -> None:
            address = f"{'ws://' if transport else ''}127.0.0.1:{port}"
            opened = [await connect(address) for _ in range(5)]
            for channel, mode in zip(opened, ("freeplay", "freeplay", "freeplay", "verify"), strict=False):
                await channel.write(f"mode {mode}")
                await channel.read()
            process.send_signal(signal.SIGINT)
            await asyncio.to_thread(process.wait, 30)
            for channel in opened:
                await channel.close()

        asyncio.run(run())
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert process.returncode == 130
