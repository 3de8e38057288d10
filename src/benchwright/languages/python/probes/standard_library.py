"""Uses the modules that depend on libraries and data files outside the interpreter."""

import asyncio
import bz2
import ctypes
import decimal
import hashlib
import json
import lzma
import sqlite3
import ssl
import tempfile
import unicodedata
import uuid
import zlib
from xml.etree import ElementTree

assert json.loads(json.dumps({"a": [1, None]})) == {"a": [1, None]}
assert ssl.create_default_context().check_hostname
assert sqlite3.connect(":memory:").execute("select 6 * 7").fetchone() == (42,)
assert ctypes.CDLL(None).abs(-3) == 3
assert all(module.decompress(module.compress(b"text")) == b"text" for module in (bz2, lzma, zlib))
assert hashlib.sha256(b"").hexdigest().startswith("e3b0c442")
assert decimal.Decimal("0.1") * 3 == decimal.Decimal("0.3")
assert ElementTree.fromstring("<a><b/></a>")[0].tag == "b"
assert unicodedata.name("ö") == "LATIN SMALL LETTER O WITH DIAERESIS"
assert uuid.uuid4() != uuid.uuid4()
assert asyncio.run(asyncio.sleep(0, "done")) == "done"
with tempfile.TemporaryFile() as file:
    assert file.write(b"text") == 4
print("complete")
