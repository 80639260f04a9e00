"""Makes Swift types, and the definition in a manual page, from an interface in Varlink's definition language.

    interface.py DEFINITION FOLDER TYPE [PAGE]     writes the types within TYPE into the folder, and the definition into the
                                                   page, if it has one

The definition's comments become the documentation of the types. Methods with equal parameters or replies share the type of
the first of them. In an interface with a page, the comment of a method ends with a line such as "Kind: change. Access:
full.", which becomes its row in the table of methods, and the types have the definition for `GetInterfaceDescription`.
"""

import re
import sys
import textwrap

WIDTH = 120
# The types that a module below has already; a test compares their cases with the definition's.
DOMAIN = {"State": "EggTimers", "Ending": "EggTimers"}
PLAIN = {"bool": "Bool", "int": "Int64", "float": "Double", "string": "String"}
ROW = re.compile(r"Kind: (query|change|stream)\.(?: Access: (read|answer|full)\.)?")
TOKEN = re.compile(r"[ \t\n]+|(?P<comment>#[^\n]*)|(?P<word>->|\[\]|[?(),:]|[A-Za-z][A-Za-z0-9.]*)")


class Field:
    def __init__(self, name, type, comment):
        self.name, self.type, self.comment = name, type, comment

    @property
    def swift(self):
        """The type in Swift."""
        type, isNullable, depth = self.type, False, 0
        if type.startswith("?"):
            type, isNullable = type[1:], True
        while type.startswith("[]"):
            type, depth = type[2:], depth + 1
        return "[" * depth + PLAIN.get(type, type) + "]" * depth + ("?" if isNullable else "")


class Declaration:
    def __init__(self, kind, name, comment, fields, reply=None):
        self.kind, self.name, self.comment, self.fields, self.reply = kind, name, comment, fields, reply


class Parser:
    """Reads a definition: its name, its comment and its declarations."""

    def __init__(self, text):
        self.tokens, self.comment, position = [], [], 0
        comment = []
        while position < len(text):
            match = TOKEN.match(text, position)
            if not match:
                sys.exit(f"line {text.count(chr(10), 0, position) + 1}: this can't be read")
            position = match.end()
            if match["comment"]:
                comment.append(match["comment"][1:].strip())
            elif match["word"]:
                self.tokens.append((match["word"], comment, text.count("\n", 0, position) + 1))
                comment = []
        self.tokens.append(("", [], text.count("\n") + 1))
        self.at = 0
        self.comment = self.expect("interface")
        self.name = self.next()[0]
        self.declarations = []
        while self.tokens[self.at][0]:
            self.declarations.append(self.declaration())

    def next(self):
        word, comment, line = self.tokens[self.at]
        self.at += 1
        return word, comment, line

    def expect(self, wanted):
        word, comment, line = self.next()
        if word != wanted:
            sys.exit(f"line {line}: '{wanted}' is missing before '{word}'")
        return comment

    def declaration(self):
        kind, comment, line = self.next()
        if kind not in ("type", "method", "error"):
            sys.exit(f"line {line}: '{kind}' is no declaration")
        name = self.next()[0]
        fields = self.fields()
        if kind != "method":
            return Declaration(kind, name, comment, fields)
        self.expect("->")
        return Declaration(kind, name, comment, fields, self.fields())

    def fields(self):
        self.expect("(")
        fields = []
        while self.tokens[self.at][0] != ")":
            if fields:
                self.expect(",")
            name, comment, _ = self.next()
            type = None
            if self.tokens[self.at][0] == ":":
                self.next()
                type = self.next()[0]
                while type in ("?", "[]", "?[]"):
                    more = self.next()[0]
                    type += more
                    if more not in ("?", "[]"):
                        break
            fields.append(Field(name, type, comment))
        self.expect(")")
        return fields


def lowercase(name):
    return name[0].lower() + name[1:]


class Writer:
    """Writes Swift."""

    def __init__(self, interface, space):
        self.interface, self.space = interface, space
        self.lines = []
        # The types of parameters and replies, by their fields.
        self.shared = {(): "Nothing"}

    def line(self, depth=0, text=""):
        self.lines.append("    " * depth + text if text else "")

    def comment(self, depth, lines, subject):
        """A documentation comment; a definition's null is Swift's nil."""
        if not lines:
            sys.exit(f"{subject} has no comment")
        paragraphs = "\n".join(lines).split("\n\n")
        for index, paragraph in enumerate(paragraphs):
            if index:
                self.line(depth, "///")
            text = paragraph.replace("\n", " ").replace("null", "nil").replace("Null", "Nil")
            for part in textwrap.wrap(text, WIDTH - 4 - 4 * depth, break_long_words=False, break_on_hyphens=False):
                self.line(depth, f"/// {part}")

    def wrapped(self, depth, head, parts, tail):
        """A list in parentheses, on one line if it fits."""
        whole = head + ", ".join(parts) + tail
        if 4 * depth + len(whole) <= WIDTH:
            return self.line(depth, whole)
        self.line(depth, head)
        for part in textwrap.wrap(", ".join(part.replace(" ", "\0") for part in parts), WIDTH - 4 - 4 * depth):
            self.line(depth + 1, part.replace("\0", " "))
        self.line(depth, tail)

    def struct(self, depth, name, comment, fields, subject):
        self.comment(depth, comment, subject)
        self.line(depth, f"{self.access} struct {name}: Codable, Equatable, Sendable {{")
        for field in fields:
            self.comment(depth + 1, field.comment, f"{subject}'s {field.name}")
            self.line(depth + 1, f"{self.access} var {field.name}: {field.swift}")
        if self.access == "public":
            self.initializer(depth + 1, fields)
        self.line(depth, "}")

    def initializer(self, depth, fields):
        """Swift's own initializer with these fields is internal."""
        self.line()
        self.line(depth, "/// A value with these fields.")
        self.wrapped(
            depth, "public init(",
            [f"{field.name}: {field.swift}" + (" = nil" if field.swift.endswith("?") else "") for field in fields], ") {")
        for field in fields:
            self.line(depth + 1, f"self.{field.name} = {field.name}")
        self.line(depth, "}")

    def choice(self, declaration):
        self.comment(1, declaration.comment, declaration.name)
        if declaration.name in DOMAIN:
            module = DOMAIN[declaration.name]
            return self.line(1, f"{self.access} typealias {declaration.name} = {module}.{declaration.name}")
        self.line(1, f"{self.access} enum {declaration.name}: String, Codable, CaseIterable, Sendable {{")
        for field in declaration.fields:
            if field.comment:
                self.comment(2, field.comment, "")
            self.line(2, f"case {field.name}")
        self.line(1, "}")

    def method(self, method):
        self.comment(1, method.comment, method.name)
        self.line(1, f"{self.access} enum {method.name}: Method {{")
        self.line(2, f'{self.access} static let name = "\\(interface).{method.name}"')
        structs = []
        for name, fields, comment in [
            ("Parameters", method.fields, f"The parameters of `{method.name}`."),
            ("Reply", method.reply, f"The reply to `{method.name}`."),
        ]:
            key = tuple((field.name, field.type) for field in fields)
            if key in self.shared:
                self.line(2, f"{self.access} typealias {name} = {self.shared[key]}")
            else:
                self.shared[key] = f"{method.name}.{name}"
                structs.append((name, [comment], fields))
        for name, comment, fields in structs:
            self.line()
            self.struct(2, name, comment, fields, f"{method.name}.{name}")
        self.line(1, "}")

    def errors(self):
        errors = [declaration for declaration in self.interface.declarations if declaration.kind == "error"]
        self.line(0, f"/// The errors of `{self.interface.name}`, with their parameters.")
        name = f"{self.interface.name.split('.')[-1]}Error"
        self.line(0, f"{self.access} enum {name}: Error, Codable, Equatable, Sendable {{")
        for error in errors:
            self.comment(1, error.comment, error.name)
            fields = ", ".join(
                f"{field.name}: " + re.sub(r"\w+", lambda type: type[0] if type[0] in PLAIN.values() else
                                           f"{self.space}.{type[0]}", field.swift)
                for field in error.fields)
            self.line(1, f"case {lowercase(error.name)}" + (f"({fields})" if fields else ""))
        self.line()
        self.line(1, "private enum CodingKeys: String, CodingKey {")
        for error in errors:
            self.line(2, f'case {lowercase(error.name)} = "{error.name}"')
        self.line(1, "}")
        self.line(0, "}")

    def file(self, text, has_page):
        """The lines of the whole file."""
        self.lines = []
        # Only an interface with a page is for programs outside of this package.
        self.access = "public" if has_page else "package"
        self.line(0, f"// Generated from {self.interface.name}.varlink by script/interface. Change that, and run it again.")
        self.line(0, "// swift-format-ignore-file")
        names = [declaration.name for declaration in self.interface.declarations if declaration.kind == "type"]
        for module in sorted({"Varlink"} | {DOMAIN[name] for name in names if name in DOMAIN}):
            self.line(0, f"import {module}")
        self.line()
        self.types()
        self.line()
        self.methods(has_page)
        self.line()
        self.errors()
        if has_page:
            self.line()
            self.description(text)
        return self.lines

    def types(self):
        self.comment(0, "\n".join(self.interface.comment).split("\n\n")[0].splitlines(), self.interface.name)
        self.line(0, f"{self.access} enum {self.space} {{")
        self.line(1, "/// The interface's name.")
        self.line(1, f'{self.access} static let interface = "{self.interface.name}"')
        for declaration in self.interface.declarations:
            if declaration.kind == "type":
                self.line()
                if declaration.fields and declaration.fields[0].type is None:
                    self.choice(declaration)
                else:
                    self.struct(1, declaration.name, declaration.comment, declaration.fields, declaration.name)
        self.line(0, "}")

    def table(self, methods):
        self.line(1, "/// The methods, with their names on the wire.")
        self.line(1, f"{self.access} enum MethodName: String, CaseIterable, Sendable {{")
        for method in methods:
            self.line(2, f'case {lowercase(method.name)} = "{method.name}"')
        self.line()
        self.line(2, "/// The method's type, what it is for, and the access that it needs; nil if the broker's clients can't get it.")
        self.line(2, f"{self.access} var row: (type: any Method.Type, kind: MethodKind, access: Access?) {{")
        self.line(3, "switch self {")
        for method in methods:
            row = ROW.fullmatch(method.comment.pop() if method.comment else "")
            if not row:
                sys.exit(f"the comment of {method.name} doesn't end with its kind")
            access = f".{row[2]}" if row[2] else "nil"
            self.line(3, f"case .{lowercase(method.name)}: ({method.name}.self, .{row[1]}, {access})")
        self.line(3, "}")
        self.line(2, "}")
        self.line(1, "}")

    def methods(self, has_table):
        methods = [declaration for declaration in self.interface.declarations if declaration.kind == "method"]
        self.line(0, f"extension {self.space} {{")
        if has_table:
            self.table(methods)
        for index, method in enumerate(methods):
            if index or has_table:
                self.line()
            self.method(method)
        self.line(0, "}")

    def description(self, text):
        self.line(0, f"extension {self.space} {{")
        self.line(1, "/// The interface for `GetInterfaceDescription`.")
        self.line(1, f"{self.access} static let description = InterfaceDescription(name: interface, description: text)")
        self.line()
        self.line(1, 'private static let text = #"""')
        for part in text.splitlines():
            self.line(2, part)
        self.line()
        self.line(2, '"""#')
        self.line(0, "}")


def with_definition(page, text):
    """A manual page, with the text in place of the literal text that its section INTERFACE begins with."""
    literal = re.sub(r"^(?=[.'])", r"\\&", text.replace("\\", r"\e").replace("-", r"\-"), flags=re.MULTILINE)
    start = page.index(".Bd -literal\n", page.index(".Sh INTERFACE\n")) + len(".Bd -literal\n")
    return page[:start] + literal + page[page.index(".Ed\n", start):]


def main():
    definition, folder, space, *manuals = sys.argv[1:]
    with open(definition, encoding="utf-8") as file:
        text = file.read()
    writer = Writer(Parser(text), space)
    with open(f"{folder}/{writer.space}.swift", "w", encoding="utf-8") as file:
        file.write("\n".join(writer.file(text, bool(manuals))) + "\n")
    for manual in manuals:
        with open(manual, encoding="utf-8") as file:
            page = file.read()
        with open(manual, "w", encoding="utf-8") as file:
            file.write(with_definition(page, text))


main()
