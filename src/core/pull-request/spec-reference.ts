/**
 * The plans that a body refers to, the most likely first: the link behind an arrow, as in `→ [.dev/specs/x/PLAN.md](…)`, then
 * every link in or below a line with the words "Spec Reference". Both the text and the target of a link may be the path.
 */
export function specReferences(body: string): readonly string[] {
  const lines = body.split('\n')
  const named = lines.findIndex(line => line.toLowerCase().includes('spec reference'))
  const below = named === -1 ? [] : lines.slice(named, named + LINES_BELOW)
  const arrows = lines
    .flatMap(line =>
      line
        .split('→')
        .slice(1)
        .map(rest => rest.trimStart()),
    )
    .filter(isLink)
  const found = [...arrows.map(text => linksIn(text).slice(0, 2)), ...below.map(linksIn)].flat()
  return [...new Set(found.map(path => path.trim()).filter(Boolean))]
}

/** A heading, an empty line and the reference. */
const LINES_BELOW = 4

const isLink = (text: string): boolean => text.startsWith('[')

/** Texts and targets of the links in a line, then code spans. */
function linksIn(line: string): readonly string[] {
  const links = between(line, '[', ']').flatMap(({ text, rest }) => [
    text.replaceAll('`', ''),
    ...(rest.startsWith('(') ? between(rest, '(', ')').slice(0, 1) : []).map(target => target.text),
  ])
  return [...links, ...between(line, '`', '`').map(({ text }) => text)]
}

function between(line: string, open: string, close: string): readonly { text: string; rest: string }[] {
  const from = line.indexOf(open)
  const to = line.indexOf(close, from + 1)
  if (from === -1 || to === -1) return []
  const rest = line.slice(to + 1)
  return [{ text: line.slice(from + 1, to), rest }, ...between(rest, open, close)]
}
