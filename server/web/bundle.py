"""The page's modules as one script: a page opened from disk can load none (its origin may read no file)."""

import re
from importlib.resources import files
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_WEB = files("server.web")


def text(path: str) -> str:
    """A file of the page."""
    return _WEB.joinpath(path).read_text(encoding="utf-8")


def bundle(entry: str) -> str:
    """`entry` and all that it imports, each as a function called once, in the order of their imports."""
    made: dict[str, str] = {}
    _add(entry, made)
    return "const modules = {};\n" + "".join(made.values())


def _add(path: str, made: dict[str, str]) -> None:
    source = text(path)
    for found in _IMPORT.finditer(source):
        needed = _path(path, found[2])
        if needed not in made:
            _add(needed, made)
    names = ", ".join(_EXPORT.findall(source))
    body = _EXPORT.sub("", _IMPORT.sub(lambda found: _taken(path, found), source))
    made[path] = f'modules["{path}"] = (() => {{\n{body}return {{ {names} }};\n}})();\n'


def _path(importer: str, named: str) -> str:
    return normpath(join(dirname(importer), named))


def _taken(importer: str, found: re.Match[str]) -> str:
    """An import as names taken from a module made before."""
    names = found[1]
    if names is None:
        return ""
    return f'const {names.replace(" as ", ": ")} = modules["{_path(importer, found[2])}"];\n'
