import type { BankFile, BankLine, Entry, Movement, OwnAccount, StatusReport } from './bank-line.ts'
import { parseBankFile } from './parse-bank-file.ts'

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

/** Reads a bank file and gives it in parts. Throws `validation`. */
export default function read({
  bytes,
  own,
}: {
  bytes: Uint8Array
  own: OwnAccount
}): Generator<SentPart, SentFile, void> {
  return inParts(parseBankFile(bytes, own))
}

function* inParts({ format, lines, statements, report }: BankFile): Generator<SentPart, SentFile, void> {
  const numbers = new Map<Entry, number>()
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
    yield part
  }
  // A report has the fields besides its transfers and batches.
  return {
    format,
    statements,
    report: report ? (about as Omit<StatusReport, 'transfers' | 'batches'>) : null,
  }
}

function sentLine({ movement, ...line }: BankLine, part: SentPart, numbers: Map<Entry, number>): SentLine {
  if (!movement) return line
  const { entry } = movement
  const number = numbers.get(entry) ?? numbers.size
  if (number === numbers.size) part.entries.push(entry)
  numbers.set(entry, number)
  return { ...line, movement: { ...movement, entry: number } }
}
