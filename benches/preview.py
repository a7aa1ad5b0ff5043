"""Measures what an author waits for under `studyhall watch`: from the last write of a file until a
tab is told, over the real file system, the real server and a real connection.

Used by `run`. A tab is a WebSocket of the standard library's making; it shows the question that is
edited, so that the time includes making that page.
"""

import base64
import json
import os
import re
import select
import shutil
import socket
import struct
import subprocess
import time
from pathlib import Path

PAGE = "/exam-000/topic-00/item-000000/"
QUESTION = "content/exam-000/topic-00/item-000000.md"
# Long enough for every gate to be told from a message that never comes.
PATIENCE = 30


class Tab:
    """A tab that shows a page."""

    def __init__(self, host, port, page):
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /.studyhall/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert b" 101 " in head.split(b"\r\n")[0] + b" ", head
        text, mask = page.encode(), os.urandom(4)
        masked = bytes(it ^ mask[at % 4] for at, it in enumerate(text))
        self.socket.sendall(struct.pack("!BB", 0x81, 0x80 | len(text)) + mask + masked)

    def take(self, size):
        while len(self.buffer) < size:
            got = self.socket.recv(1 << 16)
            assert got, "the server went away"
            self.buffer += got
        res, self.buffer = self.buffer[:size], self.buffer[size:]
        return res

    def next(self):
        """Returns the next message."""
        while True:
            first, length = self.take(2)
            length &= 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.take(8))
            body = self.take(length)
            if first & 0x0F == 1:
                return json.loads(body)

    def drain(self, quiet):
        """Reads until nothing has come for a while."""
        while self.buffer or select.select([self.socket], [], [], quiet)[0]:
            self.next()


def edits(bank, runs):
    """Yields each kind of edit with as many ways to make it, and how to make it unmade."""
    exam, topic = bank / "content/exam-000", bank / "content/exam-000/topic-00"
    lesson = next((exam / "lessons").glob("*.md"))
    author = next((bank / "content/authors").glob("*.md"))
    theme = bank / "themes/default"

    def text(path):
        return lambda at: path.write_text(path.read_text() + f"\n<!-- {at} -->\n\nEdit {at}.\n")

    def settings(at):
        path = bank / "site.toml"
        path.write_text(re.sub(r'^title = ".*"', f'title = "Bank {at}"', path.read_text(), flags=re.M))

    def new(at):
        path = topic / f"new-{at}.md"
        path.write_text(f"What is new, number {at}?\n\n- [x] This {at}\n- [ ] That {at}\n")

    yield "a question edited", 50, 100, [text(bank / QUESTION)] * runs * 4
    yield "a question created", 300, None, [new] * runs
    yield "a question deleted", 300, None, [lambda at: next(topic.glob("new-*.md")).unlink()] * runs
    yield "a lesson edited", 300, None, [text(lesson)] * runs
    yield "an author edited", 300, None, [text(author)] * runs
    yield "an exam edited", 300, None, [text(exam / "_index.md")] * runs
    yield "site.toml edited", 300, None, [settings] * runs
    (theme / "templates").mkdir(parents=True, exist_ok=True)
    (theme / "static").mkdir(exist_ok=True)
    own = Path(__file__).resolve().parent.parent / "themes/default"
    for name in ("templates/not-found.html", "static/style.css"):
        shutil.copy(own / name, theme / name)
    template, style = theme / "templates/not-found.html", theme / "static/style.css"
    yield "a template edited", 300, None, [lambda at: template.write_text(template.read_text() + f"<!-- {at} -->")] * runs
    yield "a style sheet edited", 300, None, [lambda at: style.write_text(style.read_text() + f"/* {at} */")] * runs


def measure(program, bank, runs):
    """Returns for each kind of edit: its name, the gates of median and 95th percentile in ms, the times."""
    server = subprocess.Popen(
        [str(program), "watch", "--root", str(bank), "--port", "0"],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
    )
    try:
        for line in server.stderr:
            found = re.search(r"http://([\d.]+):(\d+)/", line)
            if found:
                break
        os.set_blocking(server.stderr.fileno(), False)
        tab = Tab(found[1], int(found[2]), PAGE)
        tab.drain(4)
        res = []
        for name, median, most, all_edits in edits(bank, runs):
            tab.drain(1.5)
            times = []
            for at, edit in enumerate(all_edits):
                edit(at)
                start = time.perf_counter()
                tab.next()
                times.append((time.perf_counter() - start) * 1000)
                # What comes later, such as notes of rules over the whole bank, is no answer to the next.
                tab.drain(0.15)
                server.stderr.read()
            res.append((name, median, most, times))
        return res
    finally:
        server.terminate()
        server.wait()


def percentile(times, share):
    """Returns the value below which a share of the times lies, by the nearest rank."""
    return sorted(times)[max(0, -(-int(share * 100) * len(times) // 100) - 1)]
