import { type X2jOptions, XMLParser } from 'fast-xml-parser'
import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import { unreadable } from './unreadable.ts'
import { decodeReferences, notWellFormed } from './xml-references.ts'

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
/**
 * Leaves the entries of a statement (`Ntry`) and the transfers of a status report (`TxInfAndSts`) as text: tens of thousands of them as
 * objects take hundreds of megabytes.
 */
const listParser = new XMLParser({ ...options, stopNodes: ['..Ntry', '..TxInfAndSts'] })

/** Characters that XML does not allow, and some of which the database does not store. */
const notXml = /[^\t\n\r\u0020-\uFFFD]/

/** Parses XML without a document type, whose entities could grow without limit. Throws `validation`. */
export const readXml = (content: string): Element => parse(content, parser)

/** The same for a message whose entries and transfers stay texts, which `partsOf` parses. */
export const readList = (content: string): Element => parse(content, listParser)

const partsAtOnce = 100

/** The entries of a statement (`Ntry`) or the transfers of a report (`TxInfAndSts`), some of which are in memory at a time. They may be iterated more than once. */
export function partsOf(
  element: unknown,
  name: 'Ntry' | 'TxInfAndSts',
): Iterable<unknown> & { length: number } {
  const texts = all(element, name).map(each => (typeof each === 'string' ? each : at(each, '#text')))
  return {
    length: texts.length,
    *[Symbol.iterator]() {
      for (let from = 0; from < texts.length; from += partsAtOnce) {
        const some = texts.slice(from, from + partsAtOnce).map(text => `<${name}>${text ?? ''}</${name}>`)
        // The whole file was found well formed before.
        yield* all(parser.parse(`<Parts>${some.join('')}</Parts>`), 'Parts', name)
      }
    },
  }
}

function parse(content: string, parser: XMLParser): Element {
  if (/<!DOCTYPE|<!ENTITY/i.test(content)) throw unreadable('A document type is not accepted in an XML file.')
  if (notXml.test(content)) throw unreadable('This XML file has control characters.')
  const decoded = decodeReferences(content)
  try {
    // The parser returns an object of elements; its type says any.
    return parser.parse(decoded, true) as Element
  } catch {
    throw unreadable(notWellFormed)
  }
}

/** The element at the end of a path of names; undefined where one is missing. */
export function at(element: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    // An object of the parser is an element.
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
