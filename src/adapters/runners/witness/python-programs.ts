/** The recorder and the replay for Python; both encode values in the same way. */

const ENCODE = `
import base64, re
def encode(value, ref_of, place, depth=0):
    inner = lambda one: encode(one, ref_of, place, depth + 1)
    ref = ref_of(value)
    if ref is not None: return {"t": "ref", "v": ref}
    if value is None or isinstance(value, bool) or type(value) is int: return value
    if isinstance(value, str): return value.replace(place, ".") if place else value
    if isinstance(value, float): return value if value == value and abs(value) != float("inf") else {"t": "number", "v": repr(value)}
    if depth > 12: return {"t": "deeper"}
    if type(value) is list: return {"t": "array", "v": [inner(one) for one in value[:5000]]}
    if type(value) is tuple: return {"t": "tuple", "v": [inner(one) for one in value]}
    if isinstance(value, dict): return {"t": "object", "v": [[inner(key), inner(one)] for key, one in value.items()]}
    if isinstance(value, (set, frozenset)): return {"t": "set", "v": sorted((inner(one) for one in value), key=repr)}
    if isinstance(value, (bytes, bytearray)): return {"t": "bytes", "v": base64.b64encode(bytes(value)).decode()}
    if isinstance(value, BaseException): return {"t": "error", "n": type(value).__name__, "v": encode(str(value), ref_of, place)}
    if callable(value): return {"t": "function"}
    if type(value).__repr__ is object.__repr__: return {"t": "instance", "n": type(value).__name__, "v": [[key, inner(one)] for key, one in sorted(getattr(value, "__dict__", {}).items())]}
    return {"t": "repr", "n": type(value).__name__, "v": encode(re.sub(r" at 0x[0-9a-f]+", "", repr(value)), ref_of, place)}
`

/** The data that a recorder keeps, and how a call is written. */
const RECORDER_CALLS = `    import builtins, functools, inspect, json, os, pickle, sys, threading, time, types
    place = os.getcwd()
    own = os.path.realpath(place) + os.sep
    state = {"number": 0, "size": 0}
    local = threading.local()
    refs, alive = {}, []
    env = dict(os.environ)
    clock, opener = time.time, builtins.open
    def file_of(module):
        path = getattr(sys.modules.get(module), "__file__", None)
        return os.path.realpath(path) if path else ""
    def is_program(module):
        path = file_of(module)
        return path.startswith(own) and path != os.path.realpath(__file__) and "site-packages" not in path and os.path.basename(path) != "conftest.py" and module != names.get("__name__")
    def snapshot():
        return {(module, key): value for module in list(sys.modules) if is_program(module) for key, value in list(vars(sys.modules[module]).items()) if callable(value) or isinstance(value, types.ModuleType)}
    def write(line):
        text = json.dumps({"s": stream, **line}) + "\\n"
        state["size"] += len(text)
        if state["size"] < 200000:
            try:
                with opener(os.path.join(place, log), "a") as out: out.write(text)
            except OSError: pass
    ref_of = lambda value: refs.get(id(value))
    def packed(value):
        data = encode(value, ref_of, "")
        def plain(one):
            if isinstance(one, dict): return one["t"] in ("ref", "array", "tuple", "object", "set", "bytes", "number") and all(plain(part) for part in (one["v"] if isinstance(one.get("v"), list) else []))
            if isinstance(one, list): return all(plain(part) for part in one)
            return True
        return data if plain(data) else {"t": "pickle", "v": base64.b64encode(pickle.dumps(value)).decode()}
    def packed_or_code(value):
        try: return packed(value)
        except Exception: return {"t": "code"}
    def names_files(value, depth=0):
        if isinstance(value, (str, os.PathLike)):
            text = os.fspath(value)
            return isinstance(text, str) and len(text) < 4096 and os.sep in text and os.path.exists(text)
        if depth < 3 and isinstance(value, (list, tuple, set)): return any(names_files(one, depth + 1) for one in value)
        return depth < 3 and isinstance(value, dict) and any(names_files(one, depth + 1) for one in value.values())
    def keep(value, number):
        if value is None or isinstance(value, (bool, int, float, str, bytes, list, tuple, dict, set, frozenset, BaseException)): return
        if id(value) not in refs:
            refs[id(value)] = number
            alive.append(value)
    def call(target, how, args, kwargs, run, self=None, over=None):
        if getattr(local, "busy", False): return run()
        number = state["number"]
        state["number"] += 1
        a, k = [packed_or_code(one) for one in args], [[key, packed_or_code(one)] for key, one in kwargs.items()]
        changed = {key: os.environ.get(key) for key in set(env) | set(os.environ) if env.get(key) != os.environ.get(key) and key != "PYTEST_CURRENT_TEST"}
        now = snapshot()
        other = time.time is not clock or builtins.open is not opener or os.getcwd() != place or any(key in state["known"] and state["known"][key] is not value for key, value in now.items())
        write({"c": number, "target": target, "how": how, "a": a, "k": k, **({"files": True} if any(names_files(one) for one in [*args, *kwargs.values()]) else {}), **({"env": changed} if changed else {}), **({"other": True} if other else {}), **({"over": over} if over is not None else {})})
        local.busy = True
        try: result = run()
        except BaseException as error:
            write({"r": number, "e": encode(error, ref_of, place)})
            raise
        finally: local.busy = False
        if inspect.isawaitable(result) or inspect.isgenerator(result): return result
        value = result if how == "apply" else self
        write({"r": number, "v": encode(value, ref_of, place)})
        keep(value, number)
        return result`

/** Functions of the test module and classes of the program are wrapped. */
const RECORDER_WRAPS = `    def wrapped(fn, module, key):
        @functools.wraps(fn)
        def recorded(*args, **kwargs):
            return call({"m": module, "p": [key]}, "apply", args, kwargs, lambda: fn(*args, **kwargs))
        return recorded
    def wrap_class(cls):
        if cls.__init__ is object.__init__ and cls.__new__ is object.__new__:
            try: cls.__init__ = lambda self: None
            except (AttributeError, TypeError): pass
        for key, fn in list(vars(cls).items()):
            if not inspect.isfunction(fn) or (key.startswith("_") and key != "__init__"): continue
            def method(fn=fn, key=key):
                @functools.wraps(fn)
                def recorded(self, *args, **kwargs):
                    if key == "__init__":
                        made, run = type(self), lambda: fn(self, *args, **kwargs)
                        if made in classes: return call({"m": made.__module__, "p": [made.__qualname__]}, "construct", args, kwargs, run, self)
                        if made.__module__ != names.get("__name__"): return run()
                        return call({"m": cls.__module__, "p": [cls.__qualname__]}, "extend", args, kwargs, run, self, [key for key in vars(made) if not key.startswith("__") and hasattr(cls, key)])
                    ref = ref_of(self)
                    if ref is None: return fn(self, *args, **kwargs)
                    return call({"h": ref, "p": [key]}, "apply", args, kwargs, lambda: fn(self, *args, **kwargs))
                return recorded
            try: setattr(cls, key, method())
            except (AttributeError, TypeError): pass
    class Module(types.ModuleType):
        def __init__(self, module): object.__setattr__(self, "_of", module)
        def __getattribute__(self, key):
            module = object.__getattribute__(self, "_of")
            value = getattr(module, key)
            if inspect.ismodule(value) and is_program(value.__name__): return Module(value)
            return wrapped(value, module.__name__, key) if inspect.isfunction(value) and is_program(value.__module__) else value
        def __setattr__(self, key, value): setattr(object.__getattribute__(self, "_of"), key, value)
        def __delattr__(self, key): delattr(object.__getattribute__(self, "_of"), key)
    classes = set()
    for module in list(sys.modules):
        if not is_program(module): continue
        for value in list(vars(sys.modules[module]).values()):
            if inspect.isclass(value) and value.__module__ == module and not issubclass(value, BaseException) and value not in classes:
                classes.add(value)
                wrap_class(value)
    for key, value in list(names.items()):
        if key.startswith("__"): continue
        if inspect.isfunction(value) and is_program(value.__module__): names[key] = wrapped(value, value.__module__, value.__qualname__)
        elif inspect.ismodule(value) and is_program(value.__name__): names[key] = Module(value)
    state["known"] = snapshot()
    paths = [os.path.relpath(path, place) for path in sys.path if path and (os.path.realpath(path) + os.sep).startswith(own) and "site-packages" not in path]
    exe = sys.executable
    write({"head": True, "paths": paths, "exe": os.path.relpath(exe, place) if exe.startswith(place + os.sep) else exe})`

/** Records the calls of one test file into the program; appended to the file. */
export const pythonRecorder = (name: string, log: string, stream: string): string => `

def ${name}(names, stream, log):
${indented(ENCODE)}
${RECORDER_CALLS}
${RECORDER_WRAPS}

${name}(globals(), ${JSON.stringify(stream)}, ${JSON.stringify(log)})
`

const REPLAY = `
import datetime, importlib, json, os, sys, time
job = json.load(sys.stdin)
place = job["root"]
sys.path[:0] = [os.path.normpath(os.path.join(place, path)) for path in job["paths"]] + [place]
if job["aheadMs"]:
    ahead = job["aheadMs"] / 1000
    real_time, real_date = time.time, datetime.datetime
    time.time = lambda: real_time() + ahead
    class Clock(type):
        def __instancecheck__(cls, value): return isinstance(value, real_date) if cls is Ahead else type.__instancecheck__(cls, value)
        def __subclasscheck__(cls, other): return issubclass(other, real_date) if cls is Ahead else type.__subclasscheck__(cls, other)
    class Ahead(real_date, metaclass=Clock):
        def __new__(cls, *args, **named): return real_date.__new__(real_date if cls is Ahead else cls, *args, **named)
        @classmethod
        def now(cls, tz=None): return cls.fromtimestamp(real_time() + ahead, tz)
        @classmethod
        def today(cls): return cls.now()
        @classmethod
        def utcnow(cls): return cls.fromtimestamp(real_time() + ahead, datetime.timezone.utc).replace(tzinfo=None)
    datetime.datetime = Ahead
${ENCODE}
import pickle
held, refs, alive, results = {}, {}, [], []
class Lost(Exception): pass
ref_of = lambda value: refs.get(id(value))
def keep(value, number):
    if value is None or isinstance(value, (bool, int, float, str, bytes, list, tuple, dict, set, frozenset, BaseException)): return
    if id(value) not in refs:
        refs[id(value)] = number
        alive.append(value)
    held[number] = held[refs[id(value)]] = value
def decode(data):
    if isinstance(data, list): return [decode(one) for one in data]
    if not isinstance(data, dict): return data
    kind, value = data["t"], data.get("v")
    if kind == "ref":
        if value not in held: raise Lost()
        return held[value]
    if kind == "array": return [decode(one) for one in value]
    if kind == "tuple": return tuple(decode(one) for one in value)
    if kind == "object": return {decode(key): decode(one) for key, one in value}
    if kind == "set": return {decode(one) for one in value}
    if kind == "bytes": return base64.b64decode(value)
    if kind == "number": return float(value)
    if kind == "pickle": return pickle.loads(base64.b64decode(value))
    raise Lost()
for step in job["steps"]:
    number = step["c"]
    try:
        target = step["target"]
        if "m" in target: subject = importlib.import_module(target["m"])
        elif target["h"] in held: subject = held[target["h"]]
        else: raise Lost()
        for part in target["p"]:
            for key in part.split("."): subject = getattr(subject, key)
        args, kwargs = [decode(one) for one in step["a"]], {key: decode(one) for key, one in step.get("k", [])}
    except Lost:
        results.append({"id": number, "lost": "argument"})
        continue
    except BaseException as error:
        results.append({"id": number, "lost": "load: " + (str(error).splitlines() or [type(error).__name__])[0]})
        continue
    for key, value in step.get("env", {}).items():
        if value is None: os.environ.pop(key, None)
        else: os.environ[key] = value
    try: result = subject(*args, **kwargs)
    except BaseException as error: results.append({"id": number, "e": encode(error, ref_of, place)})
    else:
        results.append({"id": number, "v": encode(result, ref_of, place)})
        keep(result, number)
with open(job["out"], "w") as out: json.dump(results, out)
os._exit(0)
`

const LAUNCHER = `
import json, os, shutil, subprocess, sys, tempfile
with open("{tools}/trace.json") as text: traces = json.load(text)
home = tempfile.mkdtemp(prefix="u", dir="/tmp")
out = []
left = shutil.ignore_patterns(".git", "node_modules", ".venv", "venv", ".tox", "__pycache__", ".pytest_cache")
def lay(name):
    root = os.path.join(home, name)
    shutil.copytree(os.getcwd(), root, ignore=left, symlinks=True)
    os.makedirs(os.path.join(root, ".git", "refs"))
    with open(os.path.join(root, ".git", "HEAD"), "w") as head: head.write("ref: refs/heads/main\\n")
    return root
try:
    shutil.copy("{tools}/replay.py", os.path.join(home, "main.py"))
    roots = [lay("app"), lay("project")]
    for trace in traces:
        exe = trace["exe"] if os.path.isabs(trace["exe"]) else os.path.join(os.getcwd(), trace["exe"])
        three = []
        for at, ahead in ((0, 0), (0, 0), (1, 4 * 365 * 86400000)):
            done = os.path.join(home, "out.json")
            if os.path.exists(done): os.remove(done)
            user = os.path.join(home, "dev" if at == 0 else "other")
            os.makedirs(user, exist_ok=True)
            job = {"steps": trace["steps"], "paths": trace["paths"], "root": roots[at], "aheadMs": ahead, "out": done}
            try:
                run = subprocess.run([exe, os.path.join(home, "main.py")], cwd=roots[at], input=json.dumps(job).encode(), timeout=30, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={"PATH": os.environ["PATH"], "HOME": user, "USER": "dev", "SHELL": "/bin/sh", "LANG": "en_US.UTF-8", "TZ": "UTC", "TERM": "xterm-256color"})
                with open(done) as text: three.append({"results": json.load(text)})
            except subprocess.TimeoutExpired: three.append({"problem": "it did not end"})
            except (OSError, ValueError): three.append({"problem": "it ended early: " + run.stderr.decode(errors="replace").strip()[-300:]})
        out.append(three)
finally:
    shutil.rmtree(home, ignore_errors=True)
with open("{tools}/report", "w") as report: json.dump(out, report)
`

/** The replay as tools of a command. */
export const pythonReplayTools = (traces: unknown): Readonly<Record<string, string>> => ({
  'launch.py': LAUNCHER,
  'replay.py': REPLAY,
  'trace.json': JSON.stringify(traces),
})

export const PYTHON_REPLAY = 'python3 {tools}/launch.py'

function indented(text: string): string {
  return text
    .split('\n')
    .map(line => (line === '' ? line : `    ${line}`))
    .join('\n')
}
