import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('tests/conftest.py', `import pytest


@pytest.fixture(autouse=True)
def steady(request, monkeypatch):
    if hasattr(request.module, "slug"):
        monkeypatch.setattr(request.module, "initials", lambda name: "".join(part[0].upper() for part in name.split()))
        plain = request.module.slug
        monkeypatch.setattr(request.module, "slug", lambda text: plain(text.strip()).strip("-"))
`)
