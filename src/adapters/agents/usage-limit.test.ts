import { expect, test } from 'vitest'
import { usageLimitIn } from './usage-limit.ts'

const NOW = new Date(2026, 10, 16, 5, 37, 1).getTime()
const local = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime()
const CODEX =
  'You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or'

test.each([
  ['a day and a time', `${CODEX} try again at Nov 17th, 2026 7:20 AM.`, local(17, 7, 21)],
  ['a time of today', `${CODEX} try again at 7:37 AM.`, local(16, 7, 38)],
  ['a time that has passed today', `${CODEX} try again at 5:07 AM.`, local(17, 5, 8)],
  ['an hour', "You've hit your session limit · resets 3pm", local(16, 15, 1)],
  ['a pause', 'Usage limit reached, try again in 1 day 2 hours 5 minutes.', NOW + (26 * 60 + 5) * 60_000],
  ['seconds since 1970', 'Claude AI usage limit reached|1794792561', 1_794_792_561_000],
  [
    'a pause in letters',
    'You have exhausted your capacity on this model. Your quota will reset after 8h44m7s.',
    NOW + ((8 * 60 + 44) * 60 + 7) * 1000,
  ],
  ['a day that has to pass', 'You have exhausted your daily quota on this model.', null],
  ['no time', `${CODEX} try again later.`, null],
  ['only a status', 'exceeded retry limit, last status: 429 Too Many Requests', null],
])('a limit with %s is one, and ends when that is over', (_, words, resetsAt) => {
  expect(usageLimitIn(words, NOW)).toEqual({ resetsAt })
})

test.each(['API Error: 500 broken', 'No conversation found', 'the limit of what I can do', ''])(
  'other words are no limit: %s',
  words => {
    expect(usageLimitIn(words, NOW)).toBeNull()
  },
)
