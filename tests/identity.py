#!/usr/bin/env python3
"""Golden vectors of identity, computed apart from the Rust code.

Reads tests/identity.md: in each case what stands after `//=` are the identity texts, written by
hand after FORMAT.md 4, and from them come choice ids and revision:

    choice id = base32(SHA-256("studyhall/choice/1" 00 TEXT))
    CONTENT   = base32(SHA-256("studyhall/content/1" 00 STEM 00 ID 00 ID ...))   all ids, ascending
    KEY       = base32(SHA-256("studyhall/key/1" 00 ID 00 ID ...))               ids of the key, ascending

each cut to 8 characters of lower-case RFC 4648 base32; texts in UTF-8. In a text `{B}` stands for
the id of the second choice, `⏎` for a line feed;
`=true` is an id itself.

    python3 tests/identity.py          prints the vectors
    python3 tests/identity.py --write  writes them to tests/identity.golden
"""

import base64
import hashlib
import pathlib
import re
import sys
import unicodedata

HERE = pathlib.Path(__file__).parent


def digest(domain, parts):
    data = b"\0".join([domain.encode(), *(it.encode() for it in parts)])
    return base64.b32encode(hashlib.sha256(data).digest())[:8].decode().lower()


def cases(table):
    for case in re.split(r"^//# ", table, flags=re.M)[1:]:
        name, _, rest = case.partition("\n")
        _, _, told = rest.partition("\n//=\n")
        lines = [it for it in told.split("\n") if it.strip()]
        yield name.strip(), lines


def visible(text):
    text = re.sub("‹U\\+([0-9A-F]+)›", lambda it: chr(int(it[1], 16)), text)
    return text.replace("⏎", "\n")


def vector(lines):
    stem, texts, same = "", [], None
    for line in lines:
        if line.startswith("same"):
            same = line
        elif line.startswith("stem:"):
            stem = visible(line[5:].removeprefix(" "))
        else:
            texts.append((line[1] == "x", visible(line[4:])))
    ids = [None] * len(texts)

    def fill(text):
        put = lambda it: ids[ord(it[1]) - 65]
        res = re.sub(r"\{([A-Z])\}", put, text)
        assert unicodedata.is_normalized("NFC", res), res
        return res

    while None in ids:
        for at, (_, text) in enumerate(texts):
            named = [ord(it) - 65 for it in re.findall(r"\{([A-Z])\}", text)]
            if ids[at] is None and all(ids[it] is not None for it in named):
                ids[at] = text[1:] if text.startswith("=") else digest("studyhall/choice/1", [fill(text)])
    key = [it for it, (is_key, _) in zip(ids, texts) if is_key]
    content = digest("studyhall/content/1", [fill(stem), *sorted(ids)])
    return ids, content, digest("studyhall/key/1", sorted(key)), same


def main():
    vectors, out = {}, []
    for name, lines in cases((HERE / "identity.md").read_text(encoding="utf-8")):
        ids, content, key, same = vector(lines)
        vectors[name] = (sorted(ids), content, key)
        if same:
            what, _, other = same.partition(": ")
            known = vectors[other]
            assert known[:2] == (sorted(ids), content), f"{name}: not the same as {other}"
            assert (known[2] == key) == (what == "same as"), f"{name}: the key"
        out.append(f"{name}\t{' '.join(ids)}\t{content}.{key}\n")
    text = "".join(out)
    if "--write" in sys.argv:
        (HERE / "identity.golden").write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


main()
