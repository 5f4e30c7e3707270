import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.fresh, by({
  node: '\n/** Hears nothing; others may listen. */\nexport class Quiet {\n  onCut() {}\n}\n',
  pytest: '\n\nclass Quiet:\n    """Hears nothing; others may listen."""\n\n    def on_cut(self):\n        pass\n',
}))
