"""What scripts/check-layers looks at: the table of rooms, the sources and their includes,
and the symbols of the objects that were built from them. All paths are from the root."""

import os
import re
import subprocess
import sys
from collections import defaultdict, namedtuple

TABLE = 'scripts/rooms'
LIBRARIES = 'scripts/libraries'

# `uses`, `faces`: the words of the column; `libraries`: name -> owners, None: the whole room
Room = namedtuple('Room', 'name line uses faces libraries text')
Include = namedtuple('Include', 'line target quoted')
Source = namedtuple('Source', 'path text includes')
# An object: its source, the externs it defines, its objects in writable memory, and what
# it takes from elsewhere.
Unit = namedtuple('Unit', 'path externs globals wanted')


def give_up(text):
    print(f'check-layers: {text}', file=sys.stderr)
    sys.exit(2)


def read_text(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def data_lines(path):
    """The lines of a file with their numbers, without comments and blank lines."""
    if os.path.exists(path):
        for number, line in enumerate(read_text(path).splitlines(), 1):
            if line.strip() and not line.lstrip().startswith('#'):
                yield number, line


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


# ---- the table of rooms ------------------------------------------------------------------


def words_of(column):
    return [] if column == '-' else column.split()


def parse_libraries(column):
    """'pthread jansson:line,file' -> {'pthread': None, 'jansson': {'line', 'file'}}"""
    libraries = {}
    for word in words_of(column):
        name, _, owners = word.partition(':')
        libraries[name] = set(owners.split(',')) if owners else None
    return libraries


def read_table():
    """Rooms by name, in the order of the table: a room may use only those before it."""
    rooms = {}
    for number, line in data_lines(TABLE):
        columns = [column.strip() for column in line.split('|')]
        if len(columns) != 5:
            give_up(f'{TABLE}:{number}: {len(columns)} columns in place of 5')
        name, uses, faces, libraries, text = columns
        if name in rooms:
            give_up(f'{TABLE}:{number}: {name} stands in line {rooms[name].line} already')
        rooms[name] = Room(name, number, words_of(uses), words_of(faces),
                           parse_libraries(libraries), text)
    if not rooms:
        give_up(f'{TABLE} lists no room')
    return rooms


def read_libraries():
    """name -> how its headers begin, what it is for"""
    columns = ([column.strip() for column in line.split('|', 2)]
               for _, line in data_lines(LIBRARIES))
    return {name: (beginning, purpose) for name, beginning, purpose in columns}


def is_meant(name, use):
    """Whether a word of the column "may use" (a room, GROUP/* or all) means a room."""
    group = use[:-1] if use.endswith('/*') else None
    return use in ('all', name) or bool(group and (name + '/').startswith(group))


def rooms_before(rooms, room):
    return [other.name for other in rooms.values() if other.line < room.line]


def rooms_used(rooms, room):
    return {name for name in rooms_before(rooms, room)
            if any(is_meant(name, use) for use in room.uses)}


# ---- sources -----------------------------------------------------------------------------

COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)', re.MULTILINE)
# These two know how clang-format lays the sources out: what begins a line stands outside
# of functions.
STATIC_FUNCTION = re.compile(r'^static\b[^;={}()#]*?\b([A-Za-z]\w*)\(', re.MULTILINE)
DECLARED = re.compile(r'^(?!static\b|typedef\b)[A-Za-z][^;={}()#]*?\b(\w+)\s*[(\[;]',
                      re.MULTILINE)


def without_comments(text):
    def blank(match):
        found = match.group()
        return '\n' * found.count('\n') if found.startswith('/') else found

    return COMMENT_OR_STRING.sub(blank, text)


def line_at(text, offset):
    return text.count('\n', 0, offset) + 1


def read_source(path):
    text = without_comments(read_text(path))
    includes = [Include(line_at(text, found.start()), found[2], found[1] == '"')
                for found in INCLUDE.finditer(text)]
    return Source(path, text, includes)


def find_sources(endings=('.c', '.h', '.inc')):
    for folder, folders, files in os.walk('.'):
        folders[:] = sorted(name for name in folders if not name.startswith(('.', 'build')))
        for name in sorted(files):
            if name.endswith(endings):
                yield os.path.normpath(os.path.join(folder, name))


# ---- objects -----------------------------------------------------------------------------


def find_objects(build, paths):
    """Object -> source; gives up unless each is there and as new as its source."""
    objects = {}
    for path in paths:
        if path.endswith('.c'):
            name = os.path.join(build, path[:-2] + '.o')
            if not os.path.exists(name) or os.path.getmtime(name) < os.path.getmtime(path):
                give_up(f'{name} is not there or older than its source: make programs')
            objects[name] = path
    return objects


def is_writable(kind, section):
    """A const table that holds addresses is in .data.rel.ro: the loader alone writes it."""
    return kind in 'bBdDC' and not section.startswith('.data.rel.ro')


def name_of_object(symbol):
    """A static object of a function is object.NUMBER to gcc, function.object to clang."""
    first, _, second = symbol.partition('.')
    return second.partition('.')[0] if second[:1].isalpha() else first


def note_symbol(unit, symbol, kind, section):
    name = symbol.partition('.')[0]  # without what the compiler appends
    if kind == 'U':
        unit.wanted.add(name)
    elif kind in 'TDBRC' and name != 'main':
        unit.externs.add(name)
    if is_writable(kind, section):
        unit.globals.append(name_of_object(symbol))


def read_units(objects):
    """What nm says of the objects."""
    listing = subprocess.run(['nm', '--format=sysv', *objects], check=True, text=True,
                             stdout=subprocess.PIPE).stdout if objects else ''
    begin = 'Symbols from '
    units = []
    for line in listing.splitlines():
        columns = [column.strip() for column in line.split('|')]
        if line.startswith(begin):
            units.append(Unit(objects[line[len(begin):-1]], set(), [], set()))
        elif len(columns) == 7:
            note_symbol(units[-1], columns[0], columns[2], columns[6])
    return units


# ---- all of it ---------------------------------------------------------------------------


class Tree:
    def __init__(self, build):
        self.rooms = read_table()
        self.used = {room.name: rooms_used(self.rooms, room) for room in self.rooms.values()}
        everything = [read_source(path) for path in find_sources()]
        self.tests = [source for source in everything if source.path.startswith('tests/')]
        self.sources = {source.path: source for source in everything
                        if source not in self.tests}
        self.units = read_units(find_objects(build, self.sources))
        self.owner_of = {}  # extern -> path of the source that defines it
        for unit in self.units:
            for name in unit.externs:
                self.owner_of.setdefault(name, unit.path)

    def room_of(self, path):
        return self.rooms.get(os.path.dirname(path))

    def may_use(self, room, other):
        return other == room or other.name in self.used[room.name]

    def housed_sources(self):
        return [source for source in self.sources.values() if self.room_of(source.path)]

    def is_of_product(self, include):
        return include.quoted and include.target in self.sources

    def headers_of(self, path):
        """What of the product a source includes itself."""
        return {include.target for include in self.sources[path].includes
                if self.is_of_product(include)}

    def crossings(self):
        """Each include of a file of another room: source, include, its room, the other."""
        for source in self.housed_sources():
            room = self.room_of(source.path)
            for include in filter(self.is_of_product, source.includes):
                other = self.room_of(include.target)
                if other and other != room:
                    yield source, include, room, other

    def test_crossings(self):
        """Pairs of rooms: the tests of the first, which link what it may use, include a
        header of the second."""
        for source in self.tests:
            room = os.path.dirname(source.path).removeprefix('tests/unit/')
            for include in filter(self.is_of_product, source.includes):
                yield room, os.path.dirname(include.target)

    def symbol_crossings(self):
        """Each use of an extern of another room: unit, symbol, its room, the other."""
        for unit in self.units:
            room = self.room_of(unit.path)
            for name in sorted(unit.wanted & self.owner_of.keys()):
                other = self.room_of(self.owner_of[name])
                if room and other and other != room:
                    yield unit, name, room, other

    def declarations(self):
        """extern -> headers that declare it"""
        headers = defaultdict(list)
        for path, source in self.sources.items():
            if path.endswith('.h'):
                for name in DECLARED.findall(source.text):
                    headers[name].append(path)
        return headers

    def users(self):
        """symbol -> sources of the product that take it from elsewhere"""
        users = defaultdict(set)
        for unit in self.units:
            for name in unit.wanted:
                users[name].add(unit.path)
        return users

    def static_functions(self):
        """name -> sources with a static function of that name"""
        paths = defaultdict(set)
        for source in self.sources.values():
            for name in STATIC_FUNCTION.findall(source.text):
                paths[name].add(source.path)
        return paths

    def line_of(self, path, *patterns):
        """The first line that one of the patterns begins in, in their order; else 1."""
        text = self.sources[path].text
        found = (re.search(pattern, text, re.MULTILINE) for pattern in patterns)
        return next((line_at(text, match.start()) for match in found if match), 1)

    def line_of_use(self, path, name):
        return self.line_of(path, rf'^.*\b{name}\b')

    def line_of_extern(self, path, name):
        return self.line_of(path, rf'^[A-Za-z][^;={{}}()#]*\b{name}\([^;]*?\)\s*\{{',
                            rf'^[A-Za-z][^;={{}}()#]*\b{name}\b', rf'\b{name}\b')

    def line_of_static(self, path, name):
        return self.line_of(path, rf'^static\b[^;={{}}()#]*\b{name}\(')

    def line_of_object(self, path, name):
        return self.line_of(path, rf'^[ \t]*static\b[^;=(]*\b{name}\b',
                            rf'^[A-Za-z][^;=(]*\b{name}\b', rf'\b{name}\b')
