"""Every kind of key is detected. All values are made up, and assembled here so that this file contains none."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest

from benchwright.seeds import SeedOptions, read_seeds
from benchwright.seeds.filters import has_secret
from tests.seeds.trees import tree

_RANDOM = base64.b64encode(hashlib.sha512(b"made up").digest()).decode().replace("+", "a").replace("/", "b")
_UPPER = _RANDOM.upper()
_JWT_HEAD = base64.urlsafe_b64encode(b'{"alg":"HS256"}').decode().strip("=")

SECRETS = {
    "private key": "-----BEGIN RSA " + "PRIVATE KEY-----",
    "openssh key": "-----BEGIN OPENSSH " + "PRIVATE KEY-----",
    "plain private key": "-----BEGIN " + "PRIVATE KEY-----",
    "putty key": "PuTTY-User-" + "Key-File-2: ssh-rsa",
    "amazon": 'key = "' + "AKIA" + _UPPER[:16] + '"',
    "github": "ghp" + "_" + _RANDOM[:36],
    "github fine": "github" + "_pat_" + _RANDOM[:30],
    "gitlab": "glpat" + "-" + _RANDOM[:20],
    "slack": "xox" + "b-123456789012-" + _RANDOM[:12],
    "slack hook": "https://hooks.slack" + ".com/services/T" + _UPPER[:8] + "/B1/x",
    "google": "AI" + "za" + _RANDOM[:35],
    "google oauth": "ya" + "29." + _RANDOM[:30],
    "openai": "sk" + "-" + _RANDOM[:24],
    "openai project": "sk" + "-proj-" + _RANDOM[:24],
    "stripe": "sk" + "_live_" + _RANDOM[:16],
    "hugging face": "hf" + "_" + _RANDOM[:34],
    "npm": "npm" + "_" + _RANDOM[:36],
    "sendgrid": "SG" + "." + _RANDOM[:22] + "." + _RANDOM[22:44],
    "web token": _JWT_HEAD + "." + "eyJ" + _RANDOM[:12] + "." + _RANDOM[:8],
    "azure": "AccountKey" + "=" + _RANDOM[:40],
    "address": "postgres://" + "maria:" + "hunter2" + "@db.internal/main",
    "password": 'password = "' + "correct" + 'Horse"',
    "typed password": 'db_password: str = "' + "tr0ub4dor" + '"',
    "password in a map": '{"password": "' + "tr0ub4dor" + '"}',
    "secret": "client_secret => '" + "battery" + "Staple'",
    "token": 'auth_token := "' + "9f86d0" + 'zz81"',
    "api key": "API_KEY = '" + "k3y" + "0f0urs'",
    "shell": "export DB_PASS" + "WORD=" + "tr0ub4dor99",
    "hexadecimal": '"' + hashlib.sha256(b"made up").hexdigest() + '"',
    "random": '"' + _RANDOM[:48] + '"',
}

HARMLESS = {
    "alphabet": 'ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"',
    "lexer": 'token = "identifier"',
    "asked for": 'password = getpass("Password: ")',
    "from the environment": "export API_TOKEN=$TOKEN_OF_USER",
    "template": 'password = "{password_of_user}"',
    "address": "https://example.org/a@b",
    "address with port": "http://localhost:8080/path",
    "template address": 'f"https://{user}:{password}@{host}/"',
    "long name": "def this_is_a_rather_long_name_of_a_function_that_says_what_it_does(): ...",
    "ruler": "#" + "=" * 70,
    "digits": 'PI = "31415926535897932384626433832795028841971693993751"[:3]'[:8],
    "risky word": "task-force and disk-usage-of-the-whole-system",
}


@pytest.mark.parametrize("kind", SECRETS)
def test_api_keys_are_detected(kind: str) -> None:
    assert has_secret(f"def f():\n    return [\n        {SECRETS[kind]}\n    ]\n")


@pytest.mark.parametrize("kind", HARMLESS)
def test_ordinary_code_has_none(kind: str) -> None:
    assert not has_secret(f"{HARMLESS[kind]}\n")


def test_only_the_fragment_with_a_key_is_dropped(tmp_path: Path) -> None:
    key = SECRETS["amazon"]
    bad = f"def connect(host):\n    {key}\n    for part in host:\n        print(part, key)\n    return host\n"
    good = "def total(values):\n    result = 0\n    for value in values:\n        result += value\n    return result\n"
    harvest = read_seeds(str(tree(tmp_path / "code", {"a.py": f"{bad}\n\n{good}"})), SeedOptions())
    assert [seed.text for seed in harvest.seeds] == [good]
    assert harvest.dropped == {"secret": 2}  # the file as a whole, and the function
    assert harvest.read == 3


def test_a_key_in_an_added_import_drops_the_fragment(tmp_path: Path) -> None:
    text = f'import {{ open }} from "{SECRETS["address"]}";\n\nexport function load(name) {{\n  const all = [];\n'
    text += "  for (const line of open(name)) {\n    all.push(line);\n  }\n  return all;\n}\n"
    harvest = read_seeds(str(tree(tmp_path / "code", {"a.js": text})), SeedOptions(ask_for=("function",)))
    assert harvest.seeds == ()
    assert harvest.dropped == {"secret": 1}
