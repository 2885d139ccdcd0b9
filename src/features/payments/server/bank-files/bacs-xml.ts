import { all } from './read-xml.ts'
import { unreadable } from './unreadable.ts'

/** Banks and their programs write the names of Bacs reports with other capitals, and with hyphens. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '')

const attributePrefix = '@_'

/** The names of the child elements of an element. */
export const childNames = (element: unknown): string[] =>
  typeof element === 'object' && element !== null
    ? Object.keys(element).filter(name => !name.startsWith(attributePrefix) && name !== '#text')
    : []

/** The children with one of these names, in whatever capitals. */
export const children = (element: unknown, name: string): unknown[] =>
  childNames(element)
    .filter(each => plain(each) === plain(name))
    .flatMap(each => all(element, each))

/** The children at the end of a path of names. */
export const descendants = (element: unknown, ...names: readonly string[]): unknown[] =>
  names.reduce<unknown[]>((found, name) => found.flatMap(each => children(each, name)), [element])

/**
 * The text of an attribute, in whatever capitals; null where it is missing or blank. Throws `validation` where it is there twice with different
 * texts.
 */
export function attribute(element: unknown, name: string, whose: string): string | null {
  if (typeof element !== 'object' || element === null) return null
  const found = Object.entries(element)
    .filter(
      ([key]) => key.startsWith(attributePrefix) && plain(key.slice(attributePrefix.length)) === plain(name),
    )
    .map(([, value]) => String(value).trim())
    .filter(text => text !== '')
  const [text, ...others] = new Set(found)
  if (others.length > 0) throw unreadable(`${whose} says “${name}” twice, with different texts.`)
  return text ?? null
}
