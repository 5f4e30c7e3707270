/**
 * Runs the tests of a Python file as they are, in the process that loads it, with the parts of pytest that need no runner. Whatever it cannot
 * do fails, inside of the runner as well, so that nothing is concluded from it.
 */
const HARNESS = `
import ast, asyncio, contextlib, inspect, io, itertools, json, math, os, re, sys, tempfile, types
class NotHere(Exception): pass
class Skipped(BaseException): pass
class Raises:
    def __init__(self, expected, match=None): self.expected, self.match, self.value, self.type = expected, match, None, None
    def __enter__(self): return self
    def __exit__(self, kind, error, trace):
        if kind is None: raise AssertionError("did not raise " + str(self.expected))
        if not issubclass(kind, self.expected): return False
        self.type, self.value = kind, error
        if self.match is not None and not re.search(self.match, str(error)): raise AssertionError(str(error) + " does not match " + str(self.match))
        return True
def raises(expected, *args, match=None, **kwargs):
    found = Raises(expected, match)
    if not args: return found
    with found: args[0](*args[1:], **kwargs)
    return found
class Approx:
    def __init__(self, value, rel=None, abs=None, nan_ok=False): self.value, self.rel, self.abs = value, rel, abs
    def near(self, one, other):
        if isinstance(one, dict): return isinstance(other, dict) and one.keys() == other.keys() and all(self.near(one[key], other[key]) for key in one)
        if isinstance(one, (list, tuple)): return len(one) == len(other) and all(self.near(*pair) for pair in zip(one, other))
        if isinstance(one, (int, float)): return math.isclose(one, other, rel_tol=self.rel if self.rel is not None else (0 if self.abs is not None else 1e-6), abs_tol=self.abs if self.abs is not None else 1e-12)
        return one == other
    def __eq__(self, other): return self.near(self.value, other)
    def __repr__(self): return "about " + repr(self.value)
class Mark:
    def __init__(self, name, args=(), given=False): self.name, self.args, self.given = name, args, given
    def __call__(self, *args, **kwargs):
        if not self.given and not (len(args) == 1 and not kwargs and (inspect.isfunction(args[0]) or inspect.isclass(args[0]))): return Mark(self.name, args, True)
        args[0].own_marks = [*getattr(args[0], "own_marks", []), self]
        return args[0]
class Marks:
    def __getattr__(self, name): return Mark(name)
class Parameters(tuple): pass
def fixture(*args, **kwargs):
    def mark(fn):
        fn.own_fixture = kwargs
        return fn
    return mark(args[0]) if args and callable(args[0]) else mark
def fail(reason="", **_): raise AssertionError(reason)
def skip(*_, **__): raise Skipped()
def importorskip(name, **_):
    import importlib
    try: return importlib.import_module(name)
    except ImportError: raise Skipped()
runner = types.SimpleNamespace(raises=raises, approx=Approx, mark=Marks(), fixture=fixture, fail=fail, skip=skip, importorskip=importorskip, param=lambda *values, **_: Parameters(values), MonkeyPatch=None, LogCaptureFixture=None, CaptureFixture=None, FixtureRequest=None)
class Patch:
    def __init__(self): self.undone = []
    def setattr(self, target, name, *value, raising=True):
        if isinstance(target, str):
            import importlib
            value, (path, name) = (name,), target.rsplit(".", 1)
            try: target = importlib.import_module(path)
            except ImportError:
                path, inner = path.rsplit(".", 1)
                target = getattr(importlib.import_module(path), inner)
        old = getattr(target, name, self) if raising is False else getattr(target, name)
        self.undone.append(lambda: delattr(target, name) if old is self else setattr(target, name, old))
        setattr(target, name, value[0])
    def setenv(self, name, value, prepend=None):
        self.keep(name)
        os.environ[name] = str(value)
    def delenv(self, name, raising=True):
        self.keep(name)
        os.environ.pop(name, None)
    def keep(self, name):
        old = os.environ.get(name)
        self.undone.append(lambda: os.environ.pop(name, None) if old is None else os.environ.__setitem__(name, old))
    def setitem(self, where, key, value):
        had, old = key in where, where.get(key)
        self.undone.append(lambda: where.__setitem__(key, old) if had else where.pop(key, None))
        where[key] = value
    def chdir(self, path):
        old = os.getcwd()
        self.undone.append(lambda: os.chdir(old))
        os.chdir(path)
    def syspath_prepend(self, path): sys.path.insert(0, str(path))
    def undo(self):
        while self.undone: self.undone.pop()()
class Captured:
    def __init__(self): self.out, self.err = io.StringIO(), io.StringIO()
    def readouterr(self):
        import collections
        found = collections.namedtuple("Captured", "out err")(self.out.getvalue(), self.err.getvalue())
        for one in (self.out, self.err): one.seek(0), one.truncate()
        return found
def monkeypatch():
    patch = Patch()
    try: yield patch
    finally: patch.undo()
def capsys():
    captured = Captured()
    with contextlib.redirect_stdout(captured.out), contextlib.redirect_stderr(captured.err): yield captured
def tmp_path():
    import pathlib
    yield pathlib.Path(tempfile.mkdtemp())
BUILT_IN = {"monkeypatch": monkeypatch, "capsys": capsys, "tmp_path": tmp_path}
class Plain(ast.NodeTransformer):
    def visit_Import(self, node):
        kept = [one for one in node.names if one.name != "pytest"]
        own = [ast.Assign(targets=[ast.Name(id=one.asname or "pytest", ctx=ast.Store())], value=ast.Name(id="own_runner", ctx=ast.Load())) for one in node.names if one.name == "pytest"]
        return own + ([ast.Import(names=kept)] if kept else [])
    def visit_ImportFrom(self, node):
        if node.module != "pytest": return node
        return [ast.Assign(targets=[ast.Name(id=one.asname or one.name, ctx=ast.Store())], value=ast.Attribute(value=ast.Name(id="own_runner", ctx=ast.Load()), attr=one.name, ctx=ast.Load())) for one in node.names]
def loaded(path, root, mark):
    with open(path, encoding="utf8") as text: source = text.read().split("\\n# " + mark + "\\n")[0]
    tree = ast.fix_missing_locations(Plain().visit(ast.parse(source)))
    folder = os.path.dirname(os.path.abspath(path))
    names = {"__name__": mark + str(len(MODULES)), "__file__": os.path.abspath(path), "own_runner": runner}
    if os.path.exists(os.path.join(folder, "__init__.py")): names["__package__"] = os.path.relpath(folder, root).replace(os.sep, ".")
    module = types.ModuleType(names["__name__"])
    module.__dict__.update(names)
    MODULES.append(module)
    sys.modules[module.__name__] = module
    exec(compile(tree, path, "exec"), module.__dict__)
    return module.__dict__
MODULES = []
def fixtures_of(names): return {(value.own_fixture.get("name") or key): value for key, value in names.items() if callable(value) and hasattr(value, "own_fixture")}
class Fixtures:
    def __init__(self, known): self.known, self.values, self.ends = known, {}, []
    def get(self, name, self_=None):
        if name in self.values: return self.values[name]
        fn = self.known.get(name)
        if fn is None: raise NotHere(name)
        if getattr(fn, "own_fixture", {}).get("params"): raise NotHere("parameters")
        wanted = [one for one in inspect.signature(fn).parameters]
        args = [self_ if one == "self" else self.get(one, self_) for one in wanted]
        made = fn(*args)
        if inspect.isgenerator(made):
            value = next(made)
            self.ends.append(lambda: next(made, None))
        elif inspect.isawaitable(made) or inspect.isasyncgen(made): raise NotHere("async")
        else: value = made
        self.values[name] = value
        return value
    def close(self):
        while self.ends: self.ends.pop()()
def rows_of(fn):
    rows = [{}]
    for mark in getattr(fn, "own_marks", []):
        if mark.name in ("skip", "skipif", "xfail"): return []
        if mark.name != "parametrize": continue
        names = [one.strip() for one in mark.args[0].split(",")] if isinstance(mark.args[0], str) else list(mark.args[0])
        values = [tuple(row) if len(names) > 1 or isinstance(row, Parameters) else (row,) for row in mark.args[1]]
        rows = [{**row, **dict(zip(names, value))} for row in rows for value in values]
    return rows
def run(path, root, log, file, mark):
    state = {"id": 0}
    def write(name, error):
        with open(os.path.join(root, log), "a") as out: out.write(json.dumps({"file": file, "id": state["id"], "name": name, "ok": error is None, "compared": isinstance(error, AssertionError), "problem": str(error)[:400] if error else ""}) + "\\n")
        state["id"] += 1
    def attempt(name, body):
        try: body()
        except Skipped: state["id"] += 1
        except BaseException as error: write(name, error)
        else: write(name, None)
    try:
        known = dict(BUILT_IN)
        folder = os.path.dirname(os.path.abspath(path))
        chain = []
        while folder.startswith(root):
            if os.path.exists(os.path.join(folder, "conftest.py")): chain.insert(0, os.path.join(folder, "conftest.py"))
            if folder == root: break
            folder = os.path.dirname(folder)
        for one in chain: known.update(fixtures_of(loaded(one, root, mark)))
        names = loaded(path, root, mark)
    except BaseException as error:
        write("load", error)
        return
    known.update(fixtures_of(names))
    def made(fn, self_, known, row):
        def body():
            fixtures = Fixtures(known)
            try:
                for name, one in known.items():
                    if getattr(one, "own_fixture", {}).get("autouse"): fixtures.get(name, self_)
                for one in getattr(fn, "own_marks", []):
                    if one.name == "usefixtures":
                        for name in one.args: fixtures.get(name, self_)
                if self_ is not None and hasattr(self_, "setup_method"): self_.setup_method(*([fn] if len(inspect.signature(self_.setup_method).parameters) else []))
                wanted = [name for name, one in inspect.signature(fn).parameters.items() if one.default is inspect.Parameter.empty and name != "self"]
                args = {name: row[name] if name in row else fixtures.get(name, self_) for name in wanted}
                args.update({name: value for name, value in row.items() if name not in args})
                fn.__code__ = fn.__code__.replace(co_name="run")
                result = fn(self_, **args) if self_ is not None else fn(**args)
                if inspect.isawaitable(result): asyncio.run(result)
            finally:
                if self_ is not None and hasattr(self_, "teardown_method"): self_.teardown_method(*([fn] if len(inspect.signature(self_.teardown_method).parameters) else []))
                fixtures.close()
        return body
    for name, value in list(names.items()):
        if name.startswith("test") and inspect.isfunction(value) and name != "test_" + mark:
            if "setup_module" in names or "setup_function" in names: return write("hooks", NotHere("setup"))
            for row in rows_of(value): attempt(name, made(value, None, known, row))
        elif inspect.isclass(value) and value.__module__ == names["__name__"] and hasattr(value, "assertEqual"):
            try: value.setUpClass()
            except BaseException as error: write(name, error); continue
            for key in sorted(key for key in dir(value) if key.startswith("test")):
                def body():
                    one = value(key)
                    one.setUp()
                    try:
                        getattr(value, key).__code__ = getattr(value, key).__code__.replace(co_name="run")
                        result = getattr(one, key)()
                        if inspect.isawaitable(result): asyncio.run(result)
                    except BaseException as error:
                        if type(error).__name__ == "SkipTest": raise Skipped()
                        raise
                    finally:
                        one.tearDown()
                        one.doCleanups()
                attempt(name + "." + key, body)
            value.tearDownClass()
        elif inspect.isclass(value) and name.startswith("Test") and value.__module__ == names["__name__"]:
            inner = {**known, **fixtures_of(vars(value))}
            for key, fn in list(vars(value).items()):
                if key.startswith("test") and inspect.isfunction(fn):
                    for row in rows_of(fn): attempt(name + "." + key, made(fn, value(), inner, row))
`

/** The program that runs a test file, a file of the tree. */
export const pythonHarness = HARNESS

/** A test that runs the others of its file once more by themselves; it is put at the end of the file. */
export const pythonOwnTest = (
  mark: string,
  { harness, log, file }: { readonly harness: string; readonly log: string; readonly file: string },
): string => `
# ${mark}

def test_${mark}():
    import json, os, sys
    root, scope = os.getcwd(), {}
    with open(os.path.join(root, ${JSON.stringify(harness)})) as text: exec(compile(text.read(), "${mark}", "exec"), scope)
    own = os.path.realpath(root) + os.sep
    paths = [os.path.relpath(path, root) for path in sys.path if path and (os.path.realpath(path) + os.sep).startswith(own) and "site-packages" not in path]
    with open(os.path.join(root, ${JSON.stringify(log)}), "a") as out: out.write(json.dumps({"paths": paths, "exe": sys.executable}) + "\\n")
    scope["run"](__file__, root, ${JSON.stringify(log)}, ${JSON.stringify(file)}, "${mark}")
`

const MAIN = `
import json, os, sys
job = json.load(sys.stdin)
sys.path[:0] = [os.path.normpath(os.path.join(job["root"], path)) for path in job["paths"]] + [job["root"]]
scope = {}
with open(job["harness"]) as text: exec(compile(text.read(), "main", "exec"), scope)
scope["run"](os.path.join(job["root"], job["path"]), job["root"], job["log"], job["path"], job["mark"])
os._exit(0)
`

const LAUNCHER = `
import json, os, shutil, subprocess, tempfile
with open("{tools}/job.json") as text: job = json.load(text)
home = tempfile.mkdtemp(prefix="u", dir="/tmp")
left = shutil.ignore_patterns(".git", "node_modules", ".venv", "venv", ".tox", "__pycache__", ".pytest_cache", job["log"], job["harness"])
def lay(name):
    root = os.path.join(home, name)
    shutil.copytree(os.getcwd(), root, ignore=left, symlinks=True)
    os.makedirs(os.path.join(root, ".git", "refs"))
    with open(os.path.join(root, ".git", "HEAD"), "w") as head: head.write("ref: refs/heads/main\\n")
    return root
def moved_path(path):
    for start, to in job["moves"]:
        if path == start or path.startswith(start + "/"): path = to + path[len(start):]
    return path
def run(root, path):
    log = os.path.join(root, job["log"])
    if os.path.exists(log): os.remove(log)
    user = os.path.join(home, "dev")
    os.makedirs(user, exist_ok=True)
    paths = [moved_path(one) if root.endswith("app") else one for one in job["paths"]]
    wish = {"root": root, "path": path, "paths": paths, "log": job["log"], "mark": job["mark"], "harness": os.path.join(home, "harness.py")}
    try: subprocess.run([job["exe"], os.path.join(home, "main.py")], cwd=root, input=json.dumps(wish).encode(), timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": user, "USER": "dev", "SHELL": "/bin/sh", "LANG": "en_US.UTF-8", "TZ": "UTC", "TERM": "xterm-256color"})
    except (OSError, subprocess.TimeoutExpired): pass
    try:
        with open(log) as text: return [json.loads(line) for line in text if line.strip()]
    except (OSError, ValueError): return []
results = {}
try:
    shutil.copy("{tools}/main.py", os.path.join(home, "main.py"))
    shutil.copy("{tools}/harness.py", os.path.join(home, "harness.py"))
    moved, plain = lay("app"), lay("project")
    for start, to in job["moves"]:
        os.makedirs(os.path.dirname(os.path.join(moved, to)), exist_ok=True)
        os.rename(os.path.join(moved, start), os.path.join(moved, to))
    for file in job["suites"]:
        first = run(moved, moved_path(file))
        right = bool(first) and all(one["ok"] for one in first)
        results[file] = {"first": first, "second": first, "inPlace": first} if right else {"first": first, "second": run(moved, moved_path(file)), "inPlace": run(plain, file)}
finally:
    shutil.rmtree(home, ignore_errors=True)
with open("{tools}/report", "w") as report: json.dump(results, report)
`

export const pythonPlainTools = (job: unknown): Readonly<Record<string, string>> => ({
  'launch.py': LAUNCHER,
  'main.py': MAIN,
  'harness.py': HARNESS,
  'job.json': JSON.stringify(job),
})

export const PYTHON_PLAIN_TESTS = 'python3 {tools}/launch.py'
