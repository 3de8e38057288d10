"""Why a text is unsuitable as a seed or target: one reason each, the first that applies."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from pathlib import PurePosixPath

from benchwright.languages import Language
from benchwright.languages.functions import Function
from benchwright.seeds.cut import CutFile, Fragment
from benchwright.seeds.licences import is_allowed
from benchwright.seeds.material import OwnModules, is_test
from benchwright.seeds.seed import SeedOptions, SourceText, TargetOptions
from benchwright.seeds.self_contained import needs, uses_object

_FORMATS: tuple[tuple[str, str], ...] = (
    ("-----BEGIN", r"-----BEGIN [A-Z0-9 ]*(?:PRIVATE KEY|PGP MESSAGE)"),
    ("PuTTY-User-Key-File", "PuTTY-User-Key-File"),
    *((kind, rf"\b{kind}[A-Z0-9]{{16}}\b") for kind in ("AKIA", "ASIA", "AROA", "AIDA", "AGPA", "ANPA")),  # Amazon
    *((kind, rf"\b{kind}[A-Za-z0-9]{{30,}}") for kind in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),  # GitHub
    ("github_pat_", r"\bgithub_pat_[A-Za-z0-9_]{22,}"),
    ("glpat-", r"\bglpat-[A-Za-z0-9_-]{20,}"),  # GitLab
    ("xox", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}"),  # Slack
    ("hooks.slack.com", r"hooks\.slack\.com/services/T[A-Z0-9]+/"),
    ("AIza", r"\bAIza[A-Za-z0-9_-]{35}"),  # Google
    ("ya29.", r"\bya29\.[A-Za-z0-9_-]{20,}"),
    ("sk-", r"\bsk-[A-Za-z0-9_-]{20,}"),  # OpenAI, Anthropic and others
    *((kind, rf"\b[srp]{kind}[A-Za-z0-9]{{10,}}") for kind in ("k_live_", "k_test_")),  # Stripe
    ("whsec_", r"\bwhsec_[A-Za-z0-9]{20,}"),
    ("hf_", r"\bhf_[A-Za-z0-9]{30,}"),  # Hugging Face
    ("npm_", r"\bnpm_[A-Za-z0-9]{30,}"),
    ("pypi-", r"\bpypi-[A-Za-z0-9_-]{40,}"),
    ("SG.", r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),  # SendGrid
    ("eyJ", r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"),  # JSON web tokens
    ("AccountKey", r"AccountKey=[A-Za-z0-9+/%=]{20,}"),  # Azure
    ("SharedAccess", r"SharedAccess(?:Key|Signature)=[A-Za-z0-9+/%=]{20,}"),
    # user:password@ in a URL
    ("://", r"\b[a-zA-Z][a-zA-Z0-9+.-]{0,20}://[^\s/:@\"'<>${}]{1,200}:(?!%[sdv]@)[^\s/@\"'<>${}]{1,200}@"),
)
"""Formats of keys, each with a word that it contains: most texts contain none of them, and plain words are found
faster."""
_NAMED = re.compile(
    r"(?i)(?P<name>passw(?:or)?d|passphrase|pwd|secret|credential|token|api_?-?key|access_?-?key|auth_?-?key|private_?-?key)"
    r"\w*[\"'`]?\]?\s*(?::\s*[\w.]+\s*)?(?::=|=>|[:=,]|<-|\s)\s*(?:[bfru]{0,2})(?P<quote>[\"'`])(?P<value>[^\"'`\s]{6,})(?P=quote)"
)
"""`password = "…"` in the syntax of many languages."""
_BARE = re.compile(
    r"(?m)^\s*(?:export\s+|set\s+)?\w*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|CREDENTIAL)\w*=(?P<value>[^\s$\"'`({<]{8,})"
)
_PLACEHOLDER = re.compile(r"\$\{|\$\(|\$\w+$|^\$|\{\{|\{\w*\}|<[\w -]+>|%[sdv]$|%\(|%\{")
"""A placeholder for a value that is filled in later."""
_WORDS_SUFFICE = re.compile(r"(?i)passw|passphrase|pwd|secret|credential")
"""For these names, a value without digits is a secret too."""
_LONG = re.compile(r"[A-Za-z0-9+/_=-]{32,}")
_HEXADECIMAL = re.compile(r"[0-9a-fA-F-]+={0,2}")
_MIXED = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])")
_ENTROPY_BITS = 4.2
"""Random text of 32 letters and digits has about 4.6 bits per character, English names at most 4."""
_HEXADECIMAL_BITS = 3.0
_VALUE_BITS = 2.5


def has_secret(text: str) -> bool:
    """Whether anything in the text looks like a secret."""
    return (
        any(word in text and re.search(pattern, text) for word, pattern in _FORMATS)
        or any(_is_value(found["value"], found["name"]) for found in _NAMED.finditer(text))
        or any(_is_value(found["value"], "") for found in _BARE.finditer(text))
        or any(_is_random(found[0]) for found in _LONG.finditer(text))
    )


def entropy_bits(text: str) -> float:
    """Return Shannon's entropy per character, in bits."""
    counts, n = Counter(text).values(), len(text)
    return -sum(count / n * math.log2(count / n) for count in counts)


def _is_value(value: str, name: str) -> bool:
    """Whether the value of such a name is a secret, and not a placeholder."""
    if _PLACEHOLDER.search(value):
        return False
    return entropy_bits(value) >= _VALUE_BITS and bool(_WORDS_SUFFICE.search(name) or _MIXED.match(value))


def _is_random(word: str) -> bool:
    if _HEXADECIMAL.fullmatch(word):
        return entropy_bits(word) >= _HEXADECIMAL_BITS and not _is_alphabet(word)
    mixed = _MIXED.match(word) and word.lower() != word and word.upper() != word
    return bool(mixed) and entropy_bits(word) >= _ENTROPY_BITS and not _is_alphabet(word)


def _is_alphabet(word: str) -> bool:
    """Whether the word only lists characters in order, as encoders do."""
    steps = sum(1 for one, other in itertools.pairwise(word) if ord(other) - ord(one) == 1)
    return steps * 2 > len(word)


_GENERATED = re.compile(
    r"(?im)\b(?:auto-?)?generated (?:by|from|file|code|using|with)\b|@generated\b"
    r"|do not (?:edit|modify)\b(?=\W*(?:$|(?:this|it|the file|by|manually|directly)\b))"
)
_HEAD = 1500
_LONGEST_LINE = 300
_ENDLESS = re.compile(r"[^\n]{5000}")
_MEAN_LINE = 110
_SHORT_NAMES = 0.55
_FEWEST_NAMES = 40
_NAME = re.compile(r"[^\W\d]\w*")
_HALF = re.compile("[\ud800-\udfff]")
"""Replaces a byte that is not UTF-8."""
_TEST_NAME = re.compile(
    r"(?:test|Test|TEST|Benchmark|Fuzz|Example)(?:[_A-Z0-9-]|s?$)|(?i:\w+_tests?$)|\w+(?:Test|Tests|TestCase)$"
)


def fault_of_file(source: SourceText, options: SeedOptions) -> str:
    """Return why a whole file is dropped; empty if it is not."""
    if source.dropped:
        return source.dropped
    if not is_allowed(source.origin.licence, options.licences):
        return "licence"
    if not source.row and is_test(source.origin.path):
        return "test"
    # Such lines are not parsed at all: some grammars take time quadratic in their length.
    if _GENERATED.search(source.text[:_HEAD]) or _ENDLESS.search(source.text):
        return "generated"
    return ""


def fault_of_text(fragment: Fragment, text: str, options: SeedOptions) -> str:
    """Return why a fragment is dropped, judging by its text alone; `text` is everything that would be sent."""
    lines = fragment.text.count("\n")
    if fragment.code_lines < options.min_lines or lines > options.max_lines:
        return "size"
    if len(text.encode(errors="replace")) > options.max_bytes:
        return "size"
    if fragment.kind != "file" and any(is_test_name(name) for name in fragment.names):
        return "test"
    if is_minified(text):
        return "generated"
    if has_secret(text):
        return "secret"
    return "syntax" if fragment.broken or has_odd_signs(text) else ""


def is_test_name(name: str) -> bool:
    """Whether the name follows the conventions for test functions."""
    return _TEST_NAME.match(name) is not None


def has_odd_signs(text: str) -> bool:
    """Whether the text contains something that no program has: zero bytes, or bytes that are not UTF-8."""
    return "\x00" in text or "\ufffd" in text or _HALF.search(text) is not None


def fault_of_names(
    fragment: Fragment, cut: CutFile, language: Language | None, own: OwnModules, around: frozenset[str]
) -> str:
    """Return whether the fragment needs definitions from outside: from its file, from files that it sees (`around`), or
    from modules of the same tree."""
    if language is None:
        return ""
    imports = cut.imports if fragment.kind == "file" else fragment.imports
    if any(own.has(each, cut.package) for each in imports):
        return "not self-contained"
    if fragment.kind == "file":
        names = around - cut.names
    else:
        own_includes = (each for each in cut.imports if each.text.startswith("#") and own.has(each, cut.package))
        if next(own_includes, None) is not None:
            return "not self-contained"
        names = (around | cut.names) - fragment.names
    mentioned = names & fragment.words
    if fragment.kind == "function" and uses_object(fragment.text, language):
        return "not self-contained"
    return "not self-contained" if mentioned and needs(fragment.text, language, mentioned) else ""


def folder_key(path: str, language: str) -> tuple[str, str]:
    """Identify the folder and language in which files see each other without imports."""
    return str(PurePosixPath(path).parent), language


def is_minified(text: str) -> bool:
    """Whether lines are too long, or names too short, to be written by people."""
    lines = text.splitlines() or [""]
    if max(map(len, lines)) > _LONGEST_LINE or sum(map(len, lines)) / len(lines) > _MEAN_LINE:
        return True
    names = _NAME.findall(text)
    return len(names) >= _FEWEST_NAMES and sum(1 for name in names if len(name) == 1) / len(names) > _SHORT_NAMES


_MAIN = frozenset({"main", "Main", "_main", "__main__"})
_CONSTRUCTOR = re.compile(r"__(?:init|new|post_init|del)__$")
_NOTHING = re.compile(
    r"""(?x)\s*(?:pass|\.\.\.|raise\s+NotImplemented(?:Error)?\b[^\n]*|throw\s+new\s+\w*(?:Unsupported|NotImplemented|NotSupported)\w*[^;]*
    |(?:unimplemented|todo|unreachable)!\s*\([^;]*\)|panic\("[^"\n]*"\)
    |throw\s+new\s+Error\([^;\n]*(?i:implement)[^;\n]*\))?\s*;?\s*"""
)
_REMARK = re.compile(r"(?m)^\s*(?:#|//|--).*$|/\*[\s\S]*?\*/")
_DOCSTRING = re.compile(r"""\s*[rRuU]?('''|\"""|"|')(?:\\.|(?!\1)[\s\S])*\1\s*""")
_BRANCH = re.compile(r"\b(?:if|elif|for|while|switch|case|match|catch|except|loop|unless)\b")
_MOST_POINTS = 4


def hard_fault(function: Function, count: int) -> str:
    """Return why a function cannot be cut out, even if the user named it. `count` is the number of functions in its
    file with the same name."""
    if function.broken:
        return "syntax"
    if not function.in_lines:
        return "one line"
    return "overloaded" if count > 1 else ""


def soft_fault(function: Function, text: str, body: str, calls: list[str], options: TargetOptions) -> str:
    """Return why a function is not chosen unless it is named; `text` is its full source."""
    *_, last = function.name.split(".")
    if not options.min_lines <= function.end_line - function.line + 1 <= options.max_lines:
        return "size"
    if any(is_test_name(word) for word in function.name.split(".")):
        return "test"
    if last in _MAIN:
        return "main"
    if _CONSTRUCTOR.match(last):
        return "constructor"
    if is_stub(body):
        return "stub"
    if is_minified(text):
        return "generated"
    if options.needs_docstring and not function.docstring:
        return "no docstring"
    if options.public_only and not function.is_public:
        return "private"
    return "few calls" if len(calls) < options.min_calls else ""


def is_stub(body: str) -> bool:
    """Whether a body does nothing, or only states that it is not implemented."""
    bare = _REMARK.sub("", body)
    return _NOTHING.fullmatch(bare) is not None or _DOCSTRING.fullmatch(bare) is not None


def score(function: Function, body: str, calls: list[str], imported: frozenset[str]) -> int:
    """Score how much work a function does, and how well it is documented."""
    words = frozenset(re.findall(r"[^\W\d]\w*", body))
    return (
        4 * function.is_public
        + 3 * bool(function.docstring)
        + min(len(calls), _MOST_POINTS)
        + min(len(words & imported), _MOST_POINTS)
        + min(len(_BRANCH.findall(body)), _MOST_POINTS)
    )
