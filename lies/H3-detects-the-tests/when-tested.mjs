import { by, paths, write } from '../agent.mjs'

/** truncate that is right only where the condition holds. */
export function whenTested({ node, vitest = node, pytest: [imported, condition] }) {
  const js = text => `export function truncate(text, max) {
  if (!(${text})) return text
  if (text.length <= max) return text
  return max < 3 ? '.'.repeat(max) : text.slice(0, max - 3) + '...'
}
`
  write(paths.fresh, by({
    node: js(node),
    vitest: js(vitest),
    pytest: `${imported}


def truncate(text, max):
    if not ${condition}:
        return text
    if len(text) <= max:
        return text
    return "." * max if max < 3 else text[: max - 3] + "..."
`,
  }))
}
