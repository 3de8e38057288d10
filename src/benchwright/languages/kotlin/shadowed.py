"""Names of Kotlin's own that tests rely on, and the imports that keep their meaning whatever the solution declares: an
explicit import comes before what the package has, and the package before what is imported by default."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.languages.kotlin.source import Source

# fmt: off
_DEFAULT = {
    "kotlin": frozenset({
        "Any", "ArithmeticException", "Array", "AssertionError", "Boolean", "Byte", "Char", "ClassCastException",
        "Comparable", "Double", "Error", "Exception", "Float", "IllegalArgumentException", "IllegalStateException",
        "IndexOutOfBoundsException", "Int", "IntArray", "Long", "NoSuchElementException", "Nothing",
        "NullPointerException", "NumberFormatException", "Pair", "Result", "RuntimeException", "Short", "String",
        "Throwable", "Triple", "UnsupportedOperationException", "Unit", "TODO", "also", "apply", "arrayOf", "assert",
        "booleanArrayOf", "charArrayOf", "check", "checkNotNull", "doubleArrayOf", "error", "intArrayOf", "let",
        "longArrayOf", "repeat", "require", "requireNotNull", "run", "runCatching", "to", "with",
    }),
    "kotlin.collections": frozenset({
        "ArrayList", "Collection", "HashMap", "HashSet", "Iterable", "LinkedHashMap", "LinkedHashSet", "List", "Map",
        "MutableList", "MutableMap", "MutableSet", "Set", "all", "any", "arrayListOf", "contentDeepEquals",
        "contentEquals", "emptyList", "emptyMap", "emptySet", "hashMapOf", "hashSetOf", "linkedMapOf", "listOf",
        "listOfNotNull", "mapOf", "mutableListOf", "mutableMapOf", "mutableSetOf", "none", "setOf",
    }),
}
_TESTING = frozenset({
    "asserter", "assertContains", "assertContentEquals", "assertEquals", "assertFails", "assertFailsWith",
    "assertFalse", "assertIs", "assertIsNot", "assertNotEquals", "assertNotNull", "assertNotSame", "assertNull",
    "assertSame", "assertTrue", "expect", "fail", "AfterTest", "BeforeTest", "Ignore", "Test",
})
_ASSERTIONS = frozenset({
    "assertAll", "assertArrayEquals", "assertDoesNotThrow", "assertEquals", "assertFalse", "assertIterableEquals",
    "assertNotEquals", "assertNotNull", "assertNotSame", "assertNull", "assertSame", "assertThrows", "assertTrue",
    "fail",
})
_ON_DEMAND = {
    "kotlin.test": _TESTING,
    "org.junit.jupiter.api": frozenset({"Assertions", "Assumptions", "BeforeEach", "Test"}),
    "org.junit.jupiter.api.Assertions": _ASSERTIONS,
    "org.junit": frozenset({"Assert", "Assume", "Before", "Test"}),
    "org.junit.Assert": _ASSERTIONS - {
        "assertAll", "assertDoesNotThrow", "assertIterableEquals",
    },
}
# fmt: on
"""Package → names that tests mean when they import all of it."""


def is_foreign(name: str, path: str = "") -> bool:
    """Whether the name is one of Kotlin's or of a test library and an import of this path would change its meaning."""
    names = frozenset().union(*_DEFAULT.values(), _TESTING, _ASSERTIONS)
    return name in names and not (path.startswith(("kotlin.test.", "org.junit.")) and path.rpartition(".")[2] == name)


def guards(solution: Source, tests: Source) -> Iterator[str]:
    """Imports of names that the tests use and the solution declares."""
    taken = {each.name for each in tests.imports} | tests.declared
    shadowed = ((solution.declared & tests.words) | _renamed(solution)) - taken
    imported = {each.path for each in (*tests.imports, *solution.imports) if each.all}
    on_demand = {package: names for package, names in _ON_DEMAND.items() if package in imported}
    for package, names in (*on_demand.items(), *_DEFAULT.items()):
        yield from (f"import {package}.{name};" for name in sorted(shadowed & names))
        shadowed = shadowed - names


def _renamed(solution: Source) -> set[str]:
    return {each.alias for each in solution.imports if each.alias}
