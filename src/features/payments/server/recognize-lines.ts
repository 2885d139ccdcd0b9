import { hash } from 'node:crypto'
import type { BankLine, Movement } from './bank-files/bank-line.ts'
import type { StoredLine } from './bank-lines.queries.ts'
import { type EntryColumns, likenessOf, type StoredEntry, storedEntries } from './stored-entries.ts'

/** A line of a file that is a movement of the account. */
export type MovedLine = BankLine & { movement: Movement }

/**
 * What is known of a line. `booked`: the same movement is stored. `open`: it is stored from an earlier file, and nobody has matched it. `rest`: other parts of its entry are stored. `part`: its entry was stored as a
 * whole. `other-parts`: its entry was stored with parts that do not go with it. `alike` and `twice` are for a person to decide: another
 * entry looks the same, or the same entry stands twice in one statement.
 */
export type Recognition =
  | { kind: 'new' }
  | { kind: 'booked' | 'open' | 'rest' | 'part' | 'other-parts' | 'alike' | 'twice'; as: StoredLine }

/**
 * The stored lines around those of a file. The lines of the file are added as they are planned, so that a movement counts once also if it
 * stands in two statements of one file. `lastStatement` is the number of the last one.
 */
export function storedLines(rows: readonly StoredLine[], lastStatement: number) {
  const entries = storedEntries(lastStatement)
  const counts = new Map<string, number>()
  const add = (row: StoredLine, statement = -1) => {
    const key = countKey(row, row.part_of)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    entries.add(row, statement)
  }
  for (const row of rows) add(row)
  return {
    add,
    /** Recognizes the lines of one entry of a statement. Statements follow each other. */
    recognize(lines: readonly MovedLine[]): Recognition[] {
      const [first] = lines
      if (!first) return []
      entries.startStatement(first.movement.entry.statement)
      const wanted = columnsOf(first.movement)
      const likeness = likenessOf(
        lines.map(({ movement, detail }) => ({ end_to_end_id: movement.endToEndId, detail })),
      )
      const same = entries.takeSame(wanted, likeness)
      if (same) return linesInEntry(lines, same)
      const twice = entries.findSame(wanted, likeness)
      if (twice) return lines.map(() => ({ kind: 'twice', as: twice }))
      const alike = entries.takeAlike(wanted, likeness)
      return lines.map(() => (alike ? { kind: 'alike', as: alike.first } : { kind: 'new' }))
    },
    /** How many stored lines have the same identity, whose next occurrence this would be. */
    occurrencesOf: (line: MovedLine, partOf: string | null) =>
      counts.get(countKey(columnsOf(line.movement), partOf)) ?? 0,
  }
}

export type StoredLines = ReturnType<typeof storedLines>

type IdentityColumns = Pick<
  StoredLine,
  | 'bank_account'
  | 'booked_on'
  | 'entry_is_credit'
  | 'entry_amount_minor'
  | 'reference'
  | 'is_credit'
  | 'amount_minor'
  | 'part_position'
  | 'part_reference'
>

/** The identity of a movement, in the columns of the table. */
export const columnsOf = (movement: Movement): IdentityColumns => ({
  bank_account: movement.entry.bankAccount,
  booked_on: movement.bookedOn,
  entry_is_credit: movement.entry.isCredit,
  entry_amount_minor: movement.entry.amountMinor,
  reference: movement.entry.reference,
  is_credit: movement.isCredit,
  amount_minor: movement.amountMinor,
  part_position: movement.partPosition,
  part_reference: movement.partReference,
})

const partKey = (row: IdentityColumns) =>
  `${row.is_credit} ${row.amount_minor} ${row.part_position} ${row.part_reference}`
const identityOf = (row: IdentityColumns) =>
  `${row.bank_account} ${row.booked_on} ${row.entry_is_credit} ${row.entry_amount_minor} ${row.reference} ${partKey(row)}`
/** A digest, because a file of 100,000 lines has as many of them, and the texts would take 10 MB more. */
const countKey = (row: IdentityColumns, partOf: string | null) =>
  hash('sha256', `${partOf} ${identityOf(row)}`, 'base64url')

/** Whether a line was matched to a payment or a run, is another line under a second reference, or has been decided about in suspense. */
const isMatched = (row: StoredLine) =>
  row.payment_id !== null || row.run_id !== null || row.same_as !== null || row.is_settled

/** The lines of an entry that is stored: an entry may stand with its parts in one message and without them in another. */
function linesInEntry(lines: readonly MovedLine[], { first, lines: stored }: StoredEntry): Recognition[] {
  const byPart = new Map(stored.map(row => [partKey(row), row]))
  const whole = stored.find(row => row.part_of === null && row.parts === 1)
  const parts = stored.filter(row => row !== whole)
  const partsMinor = sumOf(parts, first)
  const foundOf = (line: MovedLine): StoredLine | undefined =>
    byPart.get(partKey(columnsOf(line.movement))) ??
    // Without its parts, or without a name, the line tells nothing new about the entry.
    (line.movement.entry.parts === 1 && (line.names === null || partsMinor === first.entry_amount_minor)
      ? first
      : undefined) ??
    (whole && isMatched(whole) ? whole : undefined)
  // A line is offered again only as it was stored: an entry that its parts explain has nothing left to match.
  const isOpen = (line: MovedLine, as: StoredLine) =>
    as.applied_at !== null &&
    !isMatched(as) &&
    as.parts === line.movement.entry.parts &&
    byPart.get(partKey(columnsOf(line.movement))) === as &&
    (as === whole ? parts.length === 0 : whole === undefined || !isMatched(whole))
  const missing = lines.filter(line => foundOf(line) === undefined).map(line => columnsOf(line.movement))
  const isComplete = partsMinor + sumOf(missing, first) === first.entry_amount_minor
  return lines.map(line => {
    const as = foundOf(line)
    if (as) return { kind: isOpen(line, as) ? 'open' : 'booked', as }
    if (!isComplete) return { kind: 'other-parts', as: first }
    return whole ? { kind: 'part', as: whole } : { kind: 'rest', as: first }
  })
}

/** The sum of parts, positive on the side of their entry. */
const sumOf = (parts: readonly IdentityColumns[], { entry_is_credit }: EntryColumns): bigint =>
  parts.reduce(
    (sum, row) => (row.is_credit === entry_is_credit ? sum + row.amount_minor : sum - row.amount_minor),
    0n,
  )
