import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The file name of a launch's secret beside its reporter, until the reporter has read it. */
export const SECRET = 'secret'

/** Known only to the reporter and to us: it is read and deleted before any code of the tree runs. */
export const newSecret = (): string => randomBytes(32).toString('hex')

/** The text of a report if our reporter wrote it completely: a line with its seal, then the document. */
export function unseal(report: string | null, secret: string | undefined): string | null {
  if (report === null || secret === undefined) return null
  const end = report.indexOf('\n')
  const [seal, body] = [report.slice(0, Math.max(end, 0)), report.slice(end + 1)]
  const right = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(seal, 'hex')
  return given.length === right.length && timingSafeEqual(given, right) ? body : null
}
