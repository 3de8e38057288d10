"""Finds what looks like a key, a password or a token. A fragment with one is dropped: nothing of the kind is ever sent
to a model. Better a harmless fragment too few than a key too many; see docs/seeds.md for what this cannot find."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter

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
    # user:password@ in an address
    ("://", r"\b[a-zA-Z][a-zA-Z0-9+.-]{0,20}://[^\s/:@\"'<>${}]{1,200}:(?!%[sdv]@)[^\s/@\"'<>${}]{1,200}@"),
)
"""Formats of keys, each after a word that it must have: most texts have none of them, and words are found faster."""
_NAMED = re.compile(
    r"(?i)(?P<name>passw(?:or)?d|passphrase|pwd|secret|credential|token|api_?-?key|access_?-?key|auth_?-?key|private_?-?key)"
    r"\w*[\"'`]?\]?\s*(?::\s*[\w.]+\s*)?(?::=|=>|[:=,]|<-|\s)\s*(?:[bfru]{0,2})(?P<quote>[\"'`])(?P<value>[^\"'`\s]{6,})(?P=quote)"
)
"""`password = "…"` in the ways that languages write it."""
_BARE = re.compile(
    r"(?m)^\s*(?:export\s+|set\s+)?\w*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|CREDENTIAL)\w*=(?P<value>[^\s$\"'`({<]{8,})"
)
_PLACEHOLDER = re.compile(r"\$\{|\$\(|\$\w+$|^\$|\{\{|\{\w*\}|<[\w -]+>|%[sdv]$|%\(|%\{")
"""What stands for a value that is put in elsewhere."""
_WORDS_SUFFICE = re.compile(r"(?i)passw|passphrase|pwd|secret|credential")
"""For these names a value without digits is a secret as well."""
_LONG = re.compile(r"[A-Za-z0-9+/_=-]{32,}")
_HEXADECIMAL = re.compile(r"[0-9a-fA-F-]+={0,2}")
_MIXED = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])")
_ENTROPY_BITS = 4.2
"""Random text of 32 letters and digits has about 4.6 bits to a character, English names at most 4."""
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
    """Shannon's entropy of the characters, for each of them."""
    counts, n = Counter(text).values(), len(text)
    return -sum(count / n * math.log2(count / n) for count in counts)


def _is_value(value: str, name: str) -> bool:
    """Whether a value under such a name is one, and not a word that stands for it."""
    if _PLACEHOLDER.search(value):
        return False
    return entropy_bits(value) >= _VALUE_BITS and bool(_WORDS_SUFFICE.search(name) or _MIXED.match(value))


def _is_random(word: str) -> bool:
    if _HEXADECIMAL.fullmatch(word):
        return entropy_bits(word) >= _HEXADECIMAL_BITS and not _is_alphabet(word)
    mixed = _MIXED.match(word) and word.lower() != word and word.upper() != word
    return bool(mixed) and entropy_bits(word) >= _ENTROPY_BITS and not _is_alphabet(word)


def _is_alphabet(word: str) -> bool:
    """Whether it only lists characters in their order, as encoders do."""
    steps = sum(1 for one, other in itertools.pairwise(word) if ord(other) - ord(one) == 1)
    return steps * 2 > len(word)
