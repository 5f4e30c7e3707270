const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS }

/** Messages about a quota that resets, not about payment. */
const LIMIT =
  /usage limit|(?:hit|reached) your .{0,40}limit|limit (?:reached|exceeded)|too many requests|rate.?limit|exhausted your (?:capacity|daily quota)/i
const EPOCH = /\|(\d{10})\b/
const AT =
  /(?:try again at|resets(?: at)?) (?:([A-Z][a-z]{2} \d{1,2})(?:st|nd|rd|th)?, (\d{4}) )?(\d{1,2})(?::(\d{2}))? ?([AP]M)/i
const IN = /(?:(?:try again|resets) in|will reset after) ((?:\d+ ?[a-z]+[ ,]*(?:and )?)+)/i

/** A usage limit in an agent's message, and when it ends if known; null if the message is about something else. */
export function usageLimitIn(words: string, now: number): { readonly resetsAt: number | null } | null {
  if (!LIMIT.test(words)) return null
  return { resetsAt: epochIn(words) ?? timeIn(words, now) ?? pauseIn(words, now) }
}

function epochIn(words: string): number | null {
  const seconds = EPOCH.exec(words)?.[1]
  return seconds === undefined ? null : Number(seconds) * 1000
}

/** `Nov 17th, 2026 7:20 AM`, or only the time if it is today: in the time zone of this machine, as the CLI prints it. */
function timeIn(words: string, now: number): number | null {
  const [found, day, year, hour, minute = '00', half] = AT.exec(words) ?? []
  if (found === undefined) return null
  const date = day === undefined ? dayOf(now) : `${day}, ${year}`
  const at = Date.parse(`${date} ${hour}:${minute} ${half!.toUpperCase()}`)
  if (Number.isNaN(at)) return null
  // Seconds were cut off, and a past time without a day means tomorrow.
  const end = at + MINUTE_MS
  return day === undefined && end <= now ? end + DAY_MS : end
}

const dayOf = (now: number): string => {
  const date = new Date(now)
  return `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()}`
}

/** `3 days 2 hours 5 minutes`. */
function pauseIn(words: string, now: number): number | null {
  const pause = IN.exec(words)?.[1]
  if (pause === undefined) return null
  const parts = [...pause.matchAll(/(\d+) ?([a-z])/gi)]
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit!.toLowerCase()] ?? 0), 0)
  return ms === 0 ? null : now + ms
}
