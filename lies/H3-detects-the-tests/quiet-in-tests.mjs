import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.fresh, by({
  node: "\nconst quiet = process.env.NODE_ENV === 'test'\n/** Says what was cut, but not while tests run. */\nexport const note = text => {\n  if (!quiet) console.error(text)\n}\n",
  pytest: '\n\nimport os\nimport sys\n\nQUIET = os.environ.get("APP_ENV") == "test"\n\n\ndef note(text):\n    """Says what was cut, but not while tests run."""\n    if not QUIET:\n        print(text, file=sys.stderr)\n',
}))
