import { maxLines } from './bank-line.ts'
import { unreadable } from './unreadable.ts'

/** What the thread of read-bank-file.ts reads within its memory. */
export type FileLimits = {
  /** Entries of a statement, transfers of a report, items of an advice. */
  lines: number
  /** Elements and attributes that are parsed at once: all but those in entries of statements and transfers of reports. */
  elements: number
  attributes: number
}

/** A report of Bacs of 50,000 items has 150,000 elements and 650,000 attributes. */
export const fileLimits: FileLimits = { lines: maxLines, elements: 200_000, attributes: 800_000 }

/** Lines that are parsed some at a time (partsOf), other elements, and attributes. */
const markup = /<((?:[\w.-]{1,40}:)?(?:Ntry|TxInfAndSts))(?=[\s/>])|(<)(?=[^/!?])|=\s?["']/g

/** Throws `validation` for an XML file that has too much for the thread that parses it, before it is parsed. */
export function requireWithin(content: string, limits: FileLimits): void {
  const counts = { lines: 0, elements: 0, attributes: 0 }
  markup.lastIndex = 0
  for (let found = markup.exec(content); found; found = markup.exec(content)) {
    const [, line, element] = found
    if (line !== undefined) {
      counts.lines += 1
      markup.lastIndex = endOfLine(content, line, found.index)
    } else counts[element === undefined ? 'attributes' : 'elements'] += 1
    if (counts.lines > limits.lines) throw unreadable(tooManyLines(limits.lines))
    if (counts.elements > limits.elements || counts.attributes > limits.attributes)
      throw unreadable(
        'This XML file is too large to be read at once. Ask the bank for a file with fewer entries, or for one day at a time.',
      )
  }
}

/** Where the end tag of an element is, or the end of an empty one. An element without an end is refused by the parser. */
function endOfLine(content: string, name: string, start: number): number {
  const endOfTag = content.indexOf('>', start)
  if (endOfTag < 0) return content.length
  if (content[endOfTag - 1] === '/') return endOfTag
  const end = content.indexOf(`</${name}`, endOfTag)
  return end < 0 ? content.length : end
}

export const tooManyLines = (lines: number): string => `The file has more than ${lines} lines.`
