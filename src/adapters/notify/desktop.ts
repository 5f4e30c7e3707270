import { shellWord } from '../../core/text/shell-word.ts'
import { findProgram } from '../process/shell.ts'

/** A message is read at a glance; the whole question is in the terminal. */
const TEXT_CHARS_MAX = 400

/** The command that shows a message on this desktop; null where there is none. */
export function desktopCommand(
  { title, text: whole }: { readonly title: string; readonly text: string },
  { env, platform = process.platform }: { readonly env: NodeJS.ProcessEnv; readonly platform?: NodeJS.Platform },
): string | null {
  const text = whole.length > TEXT_CHARS_MAX ? `${whole.slice(0, TEXT_CHARS_MAX).toWellFormed()}…` : whole
  const has = (program: string) => findProgram(program, env.PATH ?? '') !== null
  if (platform === 'darwin' && has('osascript'))
    // The string literals of AppleScript have the escapes of JSON, as far as printable text needs any.
    return `osascript -e ${shellWord(`display notification ${JSON.stringify(text)} with title ${JSON.stringify(title)}`)}`
  const hasScreen = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  return hasScreen && has('notify-send')
    ? `notify-send --app-name=pm-agent -- ${shellWord(title)} ${shellWord(asMarkup(text))}`
    : null
}

/** The text of a message may hold links and images; ours holds none. */
const asMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
