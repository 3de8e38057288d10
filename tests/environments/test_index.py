"""Translating pip's settings for uv."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchwright.environments import sdists
from benchwright.environments.sdists import find_uv, uv_environment
from benchwright.errors import UsageError


@pytest.fixture(autouse=True)
def no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Remove all settings except those of the test. Returns the path of pip's configuration file."""
    for name in list(os.environ):
        if name.startswith(("PIP_", "UV_", "SSL_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    (tmp_path / "pip.conf").touch()
    sdists._translated.cache_clear()
    return tmp_path / "pip.conf"


def test_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1/simple")
    monkeypatch.setenv("PIP_FIND_LINKS", "/a  /b")
    monkeypatch.setenv("PIP_CERT", "/cert.pem")
    env = uv_environment(tmp_path, None, (Path("/c"),))
    assert env["UV_DEFAULT_INDEX"] == "http://127.0.0.1/simple"
    assert env["UV_FIND_LINKS"] == "/a,/b,/c"
    assert env["SSL_CERT_FILE"] == "/cert.pem"
    assert not [name for name in env if name.startswith("PIP_")]


def test_configuration_files(no_settings: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pip", reason="toolchain missing: pip")
    no_settings.write_text("[global]\nindex-url = http://127.0.0.1/a\n[install]\nfind-links =\n    /x\n    /y\n")
    env = uv_environment(tmp_path, None)
    assert (env["UV_DEFAULT_INDEX"], env["UV_FIND_LINKS"]) == ("http://127.0.0.1/a", "/x,/y")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1/b")
    assert uv_environment(tmp_path, None)["UV_DEFAULT_INDEX"] == "http://127.0.0.1/b"
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://127.0.0.1/c")
    assert uv_environment(tmp_path, None)["UV_DEFAULT_INDEX"] == "http://127.0.0.1/c"


def test_only_the_mirror_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1/simple")
    monkeypatch.setenv("PIP_FIND_LINKS", "/a")
    env = uv_environment(tmp_path, Path("/wheels"))
    assert (env["UV_FIND_LINKS"], env["UV_OFFLINE"], env["UV_NO_INDEX"]) == ("/wheels", "1", "1")
    assert "UV_DEFAULT_INDEX" not in env


def test_without_uv_the_hint_names_the_install_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="uv is not installed") as caught:
        find_uv()
    assert caught.value.hint == "pip install 'benchwright[environments]'"
