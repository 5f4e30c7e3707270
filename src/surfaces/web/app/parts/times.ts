import { h, type JSX } from 'preact'
import { duration } from '../../../../core/text/time.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** `14:05:09`, in the time zone of the viewer. */
export function clock(iso: string): string {
  const at = new Date(iso)
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `2026-02-03 14:05`, in the time zone of the viewer. */
export function dayAndTime(iso: string): string {
  const at = new Date(iso)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

export const Time = ({ at, day = false }: { readonly at: string; readonly day?: boolean }): JSX.Element =>
  h('time', { dateTime: at, title: dayAndTime(at) }, day ? dayAndTime(at) : clock(at))

/** A duration, or a dash where there is none yet. */
export const span = (ms: number | null): string => (ms === null ? '–' : duration(ms))
