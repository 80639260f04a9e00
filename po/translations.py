"""Gathers the sentences of the programs and the page, and compares them with their translations; script/translations
runs it.

    translations.py gather                         writes a template of a catalogue (.pot) to standard output
    translations.py check LANG.po LANG.mo          says which places of a sentence its translation lacks or invents
    translations.py page LANG.mo                   writes the page's part of a catalogue as JSON to standard output
    translations.py pseudo                         writes a catalogue (.po) of a language in which each letter has an
                                                   accent and each sentence is a third longer

A sentence is the first argument of a call of `tr`, in Swift or JavaScript; it is a literal, or literals joined by `+`. A
comment `// tr: …` on the line above it is for translators. The last one of a line that ends with `// tr` is looked up
later. In HTML, sentences are the texts between tags, and the attributes that people read or hear.
"""

import gettext
import json
import pathlib
import re
import sys

CALL = re.compile(r"(?<![\w.`])tr\(\s*")
LATER = re.compile(r'(?<!\+ )(?="[^"\n]*"(?:\s*\+ "[^"\n]*")*[^"\n]*  // tr\n)')
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|' r"'((?:[^'\\\n]|\\.)*)'")
PART = re.compile(r",\s*(plural|context):\s*")
# English says the same of one and of several.
NUMBER = re.compile(r",\s*number:")
COMMENT = re.compile(r"// tr: (.*)\n[^\n]*$")
PLACE = re.compile(r"\{[a-z][A-Za-z0-9]*\}")
TEXT = re.compile(r">\s*([^<>]*[A-Za-z]{2}[^<>]*?)\s*<")
# Has the list of attributes that people read or hear.
PAGE_WORDS = pathlib.Path("Sources/page/EggPage/PageWords.swift")
# The page's code says sentences of these: its own ones, and those of streams.
PAGE = re.compile(r"web/.*\.js|Sources/timer/EggClient/.*|Sources/page/EggPage/(ShownTimer|Trouble)\.swift")
HEADER = """msgid ""
msgstr ""
"Project-Id-Version: eggtimer\\n"
"PO-Revision-Date: 2026-11-28 00:00+0000\\n"
"Last-Translator: none\\n"
"Language-Team: none\\n"
"Language: {0}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def fail(message):
    sys.exit(f"translations: {message}")


def literal(text, place, where):
    """The text of the literals at a place, and the place after them."""
    joined = ""
    while True:
        match = LITERAL.match(text, place)
        if not match or text.startswith('"""', place):
            fail(f'{where}: a sentence of tr is a literal: tr("…")')
        if re.search(r"\\\(|\$\{", match[0]):
            fail(f"{where}: a sentence has named places, and no interpolation: {match[0]}")
        joined += json.loads(f'"{match[1]}"' if match[1] is not None else '"' + match[2].replace('"', '\\"') + '"')
        more = re.compile(r'\s*\+\s*(?=["\'])').match(text, match.end())
        if not more:
            return joined, match.end()
        place = more.end()


def gather():
    """The sentences as (context, sentence) with their plural, files and comments, in the order of the files."""
    found = {}
    files = [*pathlib.Path("Sources").rglob("*.swift"), *pathlib.Path("web").rglob("*.js")]
    for path in sorted(files):
        text = path.read_text()
        for call in sorted([*CALL.finditer(text), *LATER.finditer(text)], key=lambda match: match.start()):
            line = text[text.rfind("\n", 0, call.start()) + 1 : call.start()]
            if line.rstrip().endswith(("func", "function")) or "//" in line:
                continue
            where = f"{path}:{text.count(chr(10), 0, call.start()) + 1}"
            sentence, place = literal(text, call.end(), where)
            named = {"plural": None, "context": None}
            while part := PART.match(text, place):
                named[part[1]], place = literal(text, part.end(), where)
            entry = found.setdefault((named["context"], sentence), {"plural": None, "files": [], "comments": []})
            number = NUMBER.match(text, place)
            entry["plural"] = entry["plural"] or named["plural"] or (number and sentence)
            if str(path) not in entry["files"]:
                entry["files"].append(str(path))
            comment = COMMENT.search(text, 0, call.start())
            if comment and comment[1] not in entry["comments"]:
                entry["comments"].append(comment[1])
    listed = PAGE_WORDS.read_text().partition("attributes = [")[2].partition("]")[0]
    beginnings = [re.escape(json.loads(each[0])) for each in LITERAL.finditer(listed)] or fail(f"{PAGE_WORDS} lists no attributes")
    attribute = re.compile(f'(?:{"|".join(beginnings)})([^"]+)"')
    for path in sorted(pathlib.Path("web").rglob("*.html")):
        text = re.sub(r"<!--.*?-->", "<>", path.read_text())
        for match in sorted([*TEXT.finditer(text), *attribute.finditer(text)], key=lambda match: match.start()):
            entry = found.setdefault((None, match[1]), {"plural": None, "files": [], "comments": []})
            if str(path) not in entry["files"]:
                entry["files"].append(str(path))
    return found


def quoted(text):
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
    return '"' + "".join(escapes.get(character, character) for character in text) + '"'


def write(found, translate, language):
    print(HEADER.format(language))
    for (context, sentence), entry in found.items():
        for comment in entry["comments"]:
            print(f"#. {comment}")
        for path in entry["files"]:
            print(f"#: {path}")
        if context is not None:
            print(f"msgctxt {quoted(context)}")
        print(f"msgid {quoted(sentence)}")
        if entry["plural"] is None:
            print(f"msgstr {quoted(translate(sentence, context))}\n")
        else:
            print(f"msgid_plural {quoted(entry['plural'])}")
            print(f"msgstr[0] {quoted(translate(sentence, context))}")
            print(f"msgstr[1] {quoted(translate(entry['plural'], context))}\n")


def catalogue(path):
    """The translations of a .mo file: a list of forms for each (context, sentence)."""
    with open(path, "rb") as file:
        texts = gettext.GNUTranslations(file)._catalog
    forms = {}
    for key, text in texts.items():
        sentence = key[0] if isinstance(key, tuple) else key
        context, _, sentence = sentence.rpartition("\x04")
        forms.setdefault((context or None, sentence), []).append(text)
    return forms


def check(name, path):
    found, faults = gather(), 0
    for key, forms in catalogue(path).items():
        if key not in found:
            continue
        places = set(PLACE.findall(key[1]))
        for form in forms:
            other = places ^ set(PLACE.findall(form))
            if other:
                faults += 1
                print(f"{name}: '{form}' and '{key[1]}' differ in {' '.join(sorted(other))}", file=sys.stderr)
    sys.exit(1 if faults else 0)


def page(path):
    found, all_forms, texts = gather(), catalogue(path), {}
    for (context, sentence), entry in found.items():
        forms = all_forms.get((context, sentence))
        if forms and any(PAGE.fullmatch(path) for path in entry["files"]):
            texts[f"{context}\x04{sentence}" if context else sentence] = forms if len(set(forms)) > 1 else forms[0]
    print(json.dumps(texts, ensure_ascii=False, separators=(",", ":")))


# A letter of each is an accented one; these can't be mistaken for those of a name.
ACCENTS = str.maketrans("aeiouyncszAEIOUYNCSZdghjklrtwbfmpqvxDGHJKLRTWBFMPQVX",
                        "áéíóúýñçšžÁÉÍÓÚÝÑÇŠŽďğĥĵķľřťŵḃḟṁṗɋṽẋĎĞĤĴĶĽŘŤŴḂḞṀṖɊṼẊ")


def accented(text, context):
    # Signs, and the formats of times and dates, stay as they are.
    if context and ("sign" in context or "strftime" in context):
        return text
    parts = re.split(f"({PLACE.pattern})", text)
    longer = "é" * ((len(PLACE.sub("", text)) + 2) // 3)
    return "".join(part if PLACE.fullmatch(part) else part.translate(ACCENTS) for part in parts) + longer


match sys.argv[1:]:
    case ["gather"]:
        write(gather(), lambda sentence, context: "", "")
    case ["pseudo"]:
        write(gather(), accented, "xx")
    case ["check", name, path]:
        check(name, path)
    case ["page", path]:
        page(path)
    case _:
        fail("unknown arguments; see the beginning of this file")
