import { z } from 'zod'
import { isEmptyGlob } from '../../core/text/glob.ts'
import { isInsideTree } from '../../core/text/inside-path.ts'

/** The expected value in the wording of our messages; the editor's schema has its own. */
export const expectations = z.registry<ExpectedValue>()

/** The expected value of a setting: in words, and its choices if it has some. */
export interface ExpectedValue {
  readonly expects: string
  readonly choices?: readonly string[]
}

/** The expected value of the setting at this schema. */
export const expectationOf = (schema: z.ZodType): ExpectedValue =>
  expectations.get(unwrapped(schema)) ?? { expects: 'something else' }

export const text = () => z.string().min(1).register(expectations, { expects: 'text' })
export const flag = () => z.boolean().register(expectations, { expects: 'true or false' })
export const texts = () => z.array(text()).register(expectations, { expects: 'a list of texts' })
export const choice = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words).register(expectations, { expects: `one of ${words.join(', ')}`, choices: words })
/** What a glob looks like: `.` could mean the folder or everything in it, and a negation nearly everything. */
export const GLOB = 'a glob such as src/**, or ** for everything'
export const count = (min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .register(expectations, { expects: `a whole number from ${min} to ${max}` })
export const amount = (max: number) =>
  z
    .number()
    .gt(0)
    .max(max)
    .register(expectations, { expects: `a number above 0 and at most ${max}` })
/** YAML reads a port as a number; as a variable it is still text. */
export const value = () => z.union([z.string(), z.number(), z.boolean()]).register(expectations, { expects: 'text' })
export const inside = () =>
  z
    .string()
    .refine(path => isInsideTree(path) && !path.split('/').includes('.pm-agent'))
    .register(expectations, { expects: 'a path inside the repository' })
export const folder = () =>
  z
    .string()
    .refine(isInsideTree)
    .register(expectations, { expects: 'a folder inside the repository and outside of .git' })

export const glob = () =>
  z
    .string()
    .refine(pattern => !isEmptyGlob(pattern))
    .register(expectations, { expects: GLOB })
export const globs = () => z.array(glob()).register(expectations, { expects: 'a list of globs' })

/** Settings without a value count as absent: `limits:` above a commented list. */
type Settings<T extends Readonly<Record<string, z.ZodType>>> = {
  [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K]>>
}
export function optional<T extends Readonly<Record<string, z.ZodType>>>(shape: T): Settings<T> {
  const entries = Object.entries(shape).map(([name, schema]) => [name, schema.nullish()])
  return Object.fromEntries(entries) as Settings<T>
}
export const mapping = <T extends Readonly<Record<string, z.ZodType>>>(shape: T) =>
  z.strictObject(optional(shape)).register(expectations, { expects: 'a mapping of settings' })
export const named = <T extends z.ZodType>(schema: T) =>
  z.record(z.string(), schema).register(expectations, { expects: 'a mapping' })

export function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType)
  // A transformation before or after parsing: either way the other end has the shape.
  if (schema instanceof z.ZodPipe) {
    const { in: before, out: after } = schema.def
    return unwrapped((before instanceof z.ZodTransform ? after : before) as z.ZodType)
  }
  return schema
}
