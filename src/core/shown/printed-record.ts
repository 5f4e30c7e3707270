import type { Recorded } from '../run/event.ts'

/** A fact as it is printed: a secret stays in the journal. */
export function printedRecord(record: Recorded): object {
  if (record.event.type !== 'pull-request-linked') return record
  const { secret: _, ...link } = record.event.link
  return { ...record, event: { ...record.event, link } }
}
