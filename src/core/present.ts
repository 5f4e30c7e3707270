/**
 * Only the fields that have a value, to be spread into a fact: JSON has no `undefined`, and facts are compared after a way
 * through it, so that an absent field has to be absent (docs/decisions/0012-exact-optional-fields.md).
 */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Present<T>
}

type Present<T> = { readonly [K in keyof T]?: NonNullable<T[K]> }
