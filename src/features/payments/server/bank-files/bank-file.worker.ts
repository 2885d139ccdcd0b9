import { releaseBytes } from '../../../../server/files/release-bytes.ts'
import type { BankFile, BankLine, Entry, Movement, OwnAccount, StatusReport } from './bank-line.ts'
import { decodeText } from './decode-text.ts'
import { parseBankText } from './parse-bank-file.ts'

// Runs in a thread of its own (read-bank-file.ts).

/** A line whose entry is the number of it, because parts of the result do not share objects. */
export type SentLine = Omit<BankLine, 'movement'> & { movement?: Omit<Movement, 'entry'> & { entry: number } }

/** A part of a file: entries are numbered through all parts. */
export type SentPart = {
  entries: Entry[]
  lines: SentLine[]
  transfers: StatusReport['transfers']
  batches: StatusReport['batches']
}

/** The rest of a file. */
export type SentFile = Omit<BankFile, 'lines' | 'report'> & {
  report: Omit<StatusReport, 'transfers' | 'batches'> | null
}

const itemsPerPart = 250

/** Reads a bank file and gives it in parts. The bytes are those of this thread alone, and end with it. Throws `validation`. */
export default function read({
  bytes,
  own,
}: {
  bytes: Uint8Array
  own: OwnAccount
}): Generator<SentPart, SentFile, void> {
  const text = decodeText(bytes)
  // Else the file is in memory twice while it is parsed.
  releaseBytes(bytes)
  return inParts(parseBankText(text, own))
}

function* inParts({ format, lines, statements, report }: BankFile): Generator<SentPart, SentFile, void> {
  const numbers = { of: new WeakMap<Entry, number>(), next: 0 }
  const { transfers = [], batches = [], ...about } = report ?? {}
  const length = Math.max(lines.length, transfers.length, batches.length)
  for (let from = 0; from < length; from += itemsPerPart) {
    const to = from + itemsPerPart
    const part: SentPart = {
      entries: [],
      lines: [],
      transfers: transfers.slice(from, to),
      batches: batches.slice(from, to),
    }
    for (const line of lines.slice(from, to)) part.lines.push(sentLine(line, part, numbers))
    // What was sent is not held here too.
    lines.fill(sentBefore, from, to)
    yield part
  }
  // A report has the fields besides its transfers and batches.
  return {
    format,
    statements,
    report: report ? (about as Omit<StatusReport, 'transfers' | 'batches'>) : null,
  }
}

/** The numbers of the entries that were sent, and the next one. */
type Numbers = { of: WeakMap<Entry, number>; next: number }

const sentBefore: BankLine = { line: 0, effect: 'none', names: null, amountMinor: null, detail: '' }

function sentLine({ movement, ...line }: BankLine, part: SentPart, numbers: Numbers): SentLine {
  if (!movement) return line
  const { entry } = movement
  let number = numbers.of.get(entry)
  if (number === undefined) {
    number = numbers.next
    numbers.next += 1
    numbers.of.set(entry, number)
    part.entries.push(entry)
  }
  return { ...line, movement: { ...movement, entry: number } }
}
