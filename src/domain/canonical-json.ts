export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/**
 * The canonical form of JSON (RFC 8785): no spaces, and names in the order of their UTF-16 code units. The form of strings and numbers is
 * that of ECMAScript itself. Throws a RangeError for a string that is not Unicode, which the RFC forbids.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new RangeError('a string contains half of a surrogate pair')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  // The default order of `sort` is that of code units.
  const members = Object.keys(value).sort()
  return `{${members.map(name => `${canonicalJson(name)}:${canonicalJson(value[name] ?? null)}`).join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)
