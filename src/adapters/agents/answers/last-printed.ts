import { cleanText } from '../../../core/text/clean-text.ts'
import { maskSecrets } from '../../../core/text/secrets.ts'

const LINES = 3
const LENGTH_MAX = 500

/** The last lines meant for people: errors about flags, versions and logins, or the cause of a crash. Empty if there are none. */
export function lastPrinted(output: string): string {
  const lines = cleanText(output)
    .split('\n')
    .map(line => line.trim())
  const words = lines.filter(line => line !== '' && !line.startsWith('{')).slice(-LINES)
  return maskSecrets(words.join(' / ')).slice(-LENGTH_MAX)
}
