import { SECRET } from '../seal.ts'

export const PLUGIN_NAME = 'pm_agent_reporter'

/**
 * Starts the package pytest like `python -m pytest`: with the current folder first on the path, but only after pytest
 * is found. The same applies to project folders in PYTHONPATH.
 */
export const START = `import importlib
import os
import pkgutil
import sys

root = os.getcwd()
named = [os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
inside = [path for path in named if path.startswith(root + os.sep)]
later = ["", root, os.path.dirname(os.path.abspath(__file__)), *inside]
sys.path[:] = [path for path in sys.path if path not in later and os.path.abspath(path) not in inside]
import pytest

sys.path[:0] = [root, "{tools}", *inside]
# A dependency of pytest may be the project itself: pytest keeps its copy, the tests load the one of the tree. Parts that
# pytest loads late, and that the tree lacks, are loaded now.
def is_of_tree(name):
    places = [os.path.join(path, *name.split(".")) for path in [root, *inside]]
    return any(os.path.isfile(place + ".py") or os.path.isfile(os.path.join(place, "__init__.py")) for place in places)
pytests_own = {"pytest", "_pytest", *getattr(sys, "stdlib_module_names", sys.modules)}
loaded = {name.partition(".")[0] for name in sys.modules} - pytests_own
for top in filter(is_of_tree, loaded):
    for part in pkgutil.iter_modules(getattr(sys.modules[top], "__path__", []), top + "."):
        try:
            importlib.import_module(part.name)
        except Exception:
            pass
    for name in [name for name in sys.modules if name.partition(".")[0] == top and is_of_tree(name)]:
        del sys.modules[name]
sys.exit(pytest.console_main())
`

/**
 * Loaded before any conftest. Tests share this process, so malicious code can manipulate it: controls detect that.
 * But an outcome is recorded where it is made, before other plugins can rewrite it.
 */
export const PLUGIN = `import hashlib
import hmac
import json
import os

import pytest


def _make():
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    root = os.getcwd()
    secret = b""
    if not worker:
        with open("{tools}/${SECRET}", "rb") as file:
            secret = file.read()
        os.unlink("{tools}/${SECRET}")
    new, sha, dumps, opener = hmac.new, hashlib.sha256, json.dumps, open
    tests, broken, first = {}, [], {}

    def text(report):
        crash = getattr(report.longrepr, "reprcrash", None)
        message = crash.message if crash else str(report.longrepr or "")
        path = crash.path if crash else ""
        if path and not os.path.isabs(path):
            path = os.path.join(root, path)
        stack = "  at " + path + ":" + str(crash.lineno) if crash else ""
        entries = getattr(getattr(report.longrepr, "reprtraceback", None), "reprentries", [])
        for entry in reversed(entries):
            where = getattr(entry, "reprfileloc", None)
            if where:
                stack += "\\n  at " + os.path.join(root, str(where.path)) + ":" + str(where.lineno)
        return message[:20000], stack[:20000]

    def status(report):
        if hasattr(report, "wasxfail"):
            return "expected-failure"
        if report.skipped:
            return "skipped"
        return "failed" if report.failed else "passed"

    class Plugin:
        @pytest.hookimpl(hookwrapper=True, trylast=True)
        def pytest_runtest_makereport(self, item, call):
            made = yield
            first.setdefault(item.nodeid, set()).add(made.get_result().outcome)

        def pytest_runtest_logreport(self, report):
            now = status(report)
            before = tests.get(report.nodeid)
            row = before or {"status": "passed", "message": "", "stack": "", "called": False}
            tests[report.nodeid] = row
            if getattr(report, "outcome", "") == "rerun":
                row["repeated"] = True
                return
            if report.when == "setup" and row["called"]:
                row["repeated"] = True
                row["status"] = "passed"
            if report.when == "call":
                row["called"] = True
            if now == "failed" and row["status"] != "failed":
                message, stack = text(report)
                row.update(status="failed", message=message, stack=stack)
            elif now != "passed" and row["status"] == "passed":
                row["status"] = now
            if report.when == "teardown" and row["status"] == "passed":
                made = first.get(report.nodeid, set())
                if "failed" in made and not row.get("repeated"):
                    row.update(status="failed", message="it failed, and something called it a pass")
                elif "skipped" in made:
                    row["status"] = "skipped"
                elif not row["called"]:
                    row.update(status="failed", message="it was never called")

        def pytest_collectreport(self, report):
            if report.failed:
                message = str(report.longrepr or "")
                last = [line[1:].strip() for line in message.splitlines() if line.startswith("E ")]
                file = report.nodeid.split("::")[0]
                broken.append({"file": file, "message": "\\n".join(last) or message[:20000]})

        @pytest.hookimpl(trylast=True)
        def pytest_sessionfinish(self, session):
            if worker:
                return
            rows = []
            for nodeid, row in tests.items():
                path, bracket, parameters = nodeid.partition("[")
                file, *names = path.split("::")
                if bracket and names:
                    names[-1] += bracket + parameters
                row.pop("called")
                rows.append({"file": file, "names": names, **row})
            # Ids are relative to pytest's own root, which may lie elsewhere than the folder it was started in.
            base = str(session.config.rootpath)
            for row in rows + broken:
                row["file"] = os.path.normpath(os.path.join(base, row["file"]))
            body = dumps({"roots": [root, os.path.realpath(root)], "tests": rows, "broken": broken})
            seal = new(secret, body.encode("utf-8", "surrogatepass"), sha).hexdigest()
            with opener("{tools}/report", "w", encoding="utf-8") as file:
                file.write(seal + "\\n" + body)

    return Plugin


_plugin = _make()
del _make


def pytest_configure(config):
    config.pluginmanager.register(_plugin(), "pm-agent")
`
