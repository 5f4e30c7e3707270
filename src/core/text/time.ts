/** `2026-02-03 14:05`, in UTC, from milliseconds. */
export const minute = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** `1.2 s`, `3 min 5 s`: a duration for people. */
export function duration(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`
  const tenths = Math.round(ms / 100)
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`
  const whole = Math.round(ms / 1000)
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** A running duration: whole seconds, because tenths only flicker. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000)
}

/** `Tue 14:05`, in the viewer's time zone: a time within the next days. */
export function timeOfDay(at: number): string {
  const date = new Date(at)
  return `${DAYS[date.getDay()]} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const two = (value: number): string => String(value).padStart(2, '0')
