import type { Commands } from '../settings/commands.ts'
import { byteLength, firstBytes } from '../text/bytes.ts'
import { cleanText } from '../text/clean-text.ts'
import { plural, someOf } from '../text/lists.ts'
import { quoted } from '../text/quote.ts'

/** The facts about a repository that every agent of a run is told. Collected once, when the run begins. */
export interface SharedContext {
  readonly name: string
  /** Languages by number of files, the most frequent first. */
  readonly languages: readonly { readonly name: string; readonly files: number }[]
  /** Package managers, runners and linters that its files show. */
  readonly tools: readonly string[]
  /** Packages that its manifests name. */
  readonly packages: readonly string[]
  readonly commands: Commands
  /** Folders with code, at most two deep. */
  readonly modules: readonly Module[]
  /** Manifests, entry points, settings and folders of tests. */
  readonly keyPaths: readonly string[]
  /** Documents of the repository with conventions, and the design document that the plan names. */
  readonly documents: readonly ContextDocument[]
}

interface Module {
  readonly path: string
  readonly files: number
  /** Its owner in the settings, or the package that it is. */
  readonly owner?: string
}

/** The beginning of a document, or the parts of it that matter. */
export interface ContextDocument {
  readonly path: string
  readonly about: 'conventions' | 'design'
  readonly text: string
  /** It is only a part of the document. */
  readonly cut?: true
}

/** The limit for the whole block, in UTF-8. */
const BYTES_MAX = 6 * 1024
/** The limit for everything but documents. */
const FACTS_BYTES_MAX = 2_500
const ITEM_MAX = 100

const texts = new WeakMap<SharedContext, string>()

/** Rendered once: it is part of every prompt of a run. */
export function sharedContextText(context: SharedContext): string {
  const known = texts.get(context) ?? rendered(context)
  texts.set(context, known)
  return known
}

/**
 * The context as agents are told it. Every line of the repository begins with a mark that it cannot remove: two marks for documents, so
 * that no document passes for the facts above it.
 */
function rendered(context: SharedContext): string {
  const facts = cleanly(factLines(context).join('\n'))
  const head = quoted(fitted(facts, FACTS_BYTES_MAX))
  const parts = [head]
  let room = BYTES_MAX - byteLength(head)
  const documents = context.documents.map(document => ({ document, text: cleanly(document.text).trim() }))
  for (const [at, { document, text }] of documents.entries()) {
    // A short document leaves its room to the next ones.
    const part = documentText(document, text, Math.floor(room / (documents.length - at)))
    if (part === null) continue
    parts.push(part)
    room -= byteLength(part) + 1
  }
  return parts.join('\n')
}

function documentText({ path, about, cut }: ContextDocument, text: string, bytesMax: number): string | null {
  const title = `>\n${quoted(`${about === 'design' ? 'Design' : 'Conventions'}, from ${item(path)}:`)}\n`
  const more = '\n> (and more in the file)'
  const marked = quoted(quoted(text))
  const room = bytesMax - byteLength(title) - byteLength(more) - 1
  const kept = firstBytes(marked, room)
  if (kept.text === '') return null
  return `${title}${kept.text}${kept.linesLeft > 0 || cut ? more : ''}`
}

function factLines(context: SharedContext): readonly string[] {
  const { languages, tools, packages, modules, keyPaths } = context
  const commands = Object.entries(context.commands)
  return [
    `Project: ${item(context.name)}`,
    languages.length > 0 &&
      `Languages: ${languages.map(({ name, files }) => `${name} (${plural(files, 'file')})`).join(', ')}`,
    tools.length > 0 && `Tools: ${some(tools, 12)}`,
    packages.length > 0 && `Packages: ${some(packages, 20)}`,
    ...(commands.length > 0 ? ['Commands:', ...commands.map(([name, command]) => `  ${name}: ${item(command)}`)] : []),
    keyPaths.length > 0 && `Key paths: ${some(keyPaths, 16)}`,
    ...(modules.length > 0 ? ['Modules:', ...modules.map(moduleLine)] : []),
  ].filter(line => line !== false)
}

const moduleLine = ({ path, files, owner }: Module): string =>
  `  ${item(path)} (${plural(files, 'file')}${owner === undefined ? '' : `, owner ${item(owner)}`})`

const some = (items: readonly string[], max: number): string => someOf(items.map(item), { max })

/** A name of the repository as part of one line. */
const item = (text: string): string => {
  const line = cleanly(text).replace(/\s+/g, ' ').trim()
  return line.length > ITEM_MAX ? `${line.slice(0, ITEM_MAX)}…` : line
}

/** Without terminal control and without characters that people do not see. */
const cleanly = (text: string): string => cleanText(text).replace(/\p{Cf}/gu, '')

function fitted(text: string, bytesMax: number): string {
  const more = '\n(and more)'
  const kept = firstBytes(text, bytesMax - byteLength(more))
  return kept.linesLeft > 0 ? `${kept.text}${more}` : text
}
