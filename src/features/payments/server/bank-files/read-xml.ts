import { type X2jOptions, XMLParser } from 'fast-xml-parser'
import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import { unreadable } from './bank-line.ts'

/** An element of a parsed document: its children by name, its text under `#text`, its attributes under `@_name`. */
type Element = { readonly [name: string]: unknown }

const options: X2jOptions = {
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
}
const parser = new XMLParser(options)
/** Leaves the entries of a statement as text: tens of thousands of them as objects take hundreds of megabytes. */
const statementParser = new XMLParser({ ...options, stopNodes: ['..Ntry'] })

/** Characters that XML does not allow, and some of which the database does not store. */
const notXml = /[^\t\n\r\u0020-\uFFFD]/

/** Parses XML without a document type, whose entities could grow without limit. Throws `validation`. */
export const readXml = (content: string): Element => parse(content, parser)

/** The same for a message whose entries (`Ntry`) stay texts, which `entriesOf` parses. */
export const readStatement = (content: string): Element => parse(content, statementParser)

const entriesAtOnce = 100

/** The entries of a statement, some of which are in memory at a time. They may be iterated more than once. */
export function entriesOf(statement: unknown): Iterable<unknown> & { length: number } {
  const texts = all(statement, 'Ntry').map(each => (typeof each === 'string' ? each : at(each, '#text')))
  return {
    length: texts.length,
    *[Symbol.iterator]() {
      for (let from = 0; from < texts.length; from += entriesAtOnce) {
        const some = texts.slice(from, from + entriesAtOnce).map(text => `<Ntry>${text ?? ''}</Ntry>`)
        // The whole file was found well formed before.
        yield* all(parser.parse(`<Entries>${some.join('')}</Entries>`), 'Entries', 'Ntry')
      }
    },
  }
}

function parse(content: string, parser: XMLParser): Element {
  if (/<!DOCTYPE|<!ENTITY/i.test(content)) throw unreadable('A document type is not accepted in an XML file.')
  if (notXml.test(content)) throw unreadable('This XML file has control characters.')
  try {
    return parser.parse(content, true) as Element
  } catch {
    throw unreadable('This XML file is not well formed.')
  }
}

/** The element at the end of a path of names; undefined where one is missing. */
export function at(element: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (found, name) => (typeof found === 'object' && found !== null ? (found as Element)[name] : undefined),
    element,
  )
}

/** The elements of one name: none, one or several. */
export const all = (element: unknown, ...names: readonly string[]): unknown[] => {
  const found = at(element, ...names)
  return found === undefined ? [] : Array.isArray(found) ? found : [found]
}

/** The text of an element; null where it is missing, empty or has other elements. */
export function textAt(element: unknown, ...names: readonly string[]): string | null {
  const found = at(element, ...names)
  const text = typeof found === 'string' ? found : at(found, '#text')
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

/** The date of an element that has a date or a time (`Dt`, `DtTm`), in the bank's own time zone; null where it has none. */
export function dateAt(element: unknown, ...names: readonly string[]): IsoDate | null {
  const text =
    textAt(element, ...names, 'Dt') ?? textAt(element, ...names, 'DtTm') ?? textAt(element, ...names)
  return text === null ? null : asIsoDate(text.slice(0, 10))
}

export type Amount = { amountMinor: bigint; currency: string }

/** An amount in minor units with its currency. Banks fill it up with zeros. Throws `validation` for an invalid one. */
export function amountAt(element: unknown, ...names: readonly string[]): Amount | null {
  const text = textAt(element, ...names)
  if (text === null) return null
  const found =
    text.length <= maxAmountLength && /\d/.test(text)
      ? /^\+?0*(\d{0,13})(?:\.(\d{0,2})0*)?$/.exec(text)
      : null
  if (!found) throw unreadable(`“${text.slice(0, 40)}” is not an amount.`)
  return {
    amountMinor: BigInt(found[1] || '0') * 100n + BigInt((found[2] ?? '').padEnd(2, '0')),
    currency: textAt(at(element, ...names), '@_Ccy') ?? '',
  }
}

const maxAmountLength = 40
