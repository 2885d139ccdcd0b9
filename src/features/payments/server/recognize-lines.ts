import type { BankLine, Movement } from './bank-files/bank-line.ts'
import { referencesMentioned } from './bank-files/references.ts'
import type { StoredLine } from './bank-lines.queries.ts'

/** A line of a file that is a movement of the account. */
export type MovedLine = BankLine & { movement: Movement }

/**
 * What is known of a line. `booked`: the same movement is stored. `rest`: other parts of its entry are stored. `part`: its entry was stored as a
 * whole. `other-parts`: its entry was stored with parts that do not go with it. `alike` and `twice` are for a person to decide: another
 * entry looks the same, or the same entry stands twice in one statement.
 */
export type Recognition =
  | { kind: 'new' }
  | { kind: 'booked' | 'rest' | 'part' | 'other-parts' | 'alike' | 'twice'; as: StoredLine }

/** The stored lines of one entry, of which there is at least one. */
type StoredEntry = { first: StoredLine; lines: StoredLine[] }

/**
 * The stored lines around those of a file. The lines of the file are added as they are planned, so that a movement counts once also if it
 * stands in two statements of one file. Entries of one statement are different movements: each stored entry is recognized once in a statement.
 */
export function storedLines(rows: readonly StoredLine[]) {
  const entries = new Map<string, StoredEntry>()
  const byReference = new Map<string, StoredEntry[]>()
  const bySum = new Map<string, StoredEntry[]>()
  const counts = new Map<string, number>()
  let statement = 0
  /** What this statement has not recognized yet, of the entries before it. */
  let open = new Map<string, StoredEntry[]>()
  const add = (row: StoredLine) => {
    const key = `${row.part_of} ${identityOf(row)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    const entry = entries.get(row.bank_entry_id)
    if (entry) {
      entry.lines.push(row)
      return
    }
    const added = { first: row, lines: [row] }
    entries.set(row.bank_entry_id, added)
    push(bySum, sumKey(row), added)
    if (row.reference !== null) push(byReference, entryKey(row), added)
  }
  for (const row of rows) add(row)
  const openOf = (key: string, all: readonly StoredEntry[]) => {
    const found = open.get(key) ?? [...all]
    open.set(key, found)
    return found
  }
  return {
    add,
    /** Recognizes the lines of one entry of a statement. Statements follow each other. */
    recognize(lines: readonly MovedLine[]): Recognition[] {
      const [first] = lines
      if (!first) return []
      if (first.movement.entry.statement !== statement) open = new Map()
      statement = first.movement.entry.statement
      const wanted = columnsOf(first.movement)
      const alikes = openOf(sumKey(wanted), bySum.get(sumKey(wanted)) ?? [])
      const exact = wanted.reference === null ? [] : (byReference.get(entryKey(wanted)) ?? [])
      const candidates = openOf(entryKey(wanted), exact)
      const same = candidates.find(stored => !namesAnother(lines, stored))
      if (same) {
        remove(candidates, same)
        remove(alikes, same)
        return linesInEntry(lines, same)
      }
      const twice = exact.find(stored => !namesAnother(lines, stored))
      if (twice) return lines.map(() => ({ kind: 'twice', as: twice.first }))
      const alike = alikes.find(stored => looksAlike(lines, stored))
      if (!alike) return lines.map(() => ({ kind: 'new' }))
      remove(alikes, alike)
      return lines.map(() => ({ kind: 'alike', as: alike.first }))
    },
    /** How many stored lines have the same identity, whose next occurrence this would be. */
    occurrencesOf: (line: MovedLine, partOf: string | null) =>
      counts.get(`${partOf} ${identityOf(columnsOf(line.movement))}`) ?? 0,
  }
}

export type StoredLines = ReturnType<typeof storedLines>

type IdentityColumns = Pick<
  StoredLine,
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
  booked_on: movement.bookedOn,
  entry_is_credit: movement.entry.isCredit,
  entry_amount_minor: movement.entry.amountMinor,
  reference: movement.entry.reference,
  is_credit: movement.isCredit,
  amount_minor: movement.amountMinor,
  part_position: movement.partPosition,
  part_reference: movement.partReference,
})

type EntryColumns = Pick<
  IdentityColumns,
  'booked_on' | 'entry_is_credit' | 'entry_amount_minor' | 'reference'
>

const sumKey = (row: EntryColumns) => `sum ${row.entry_is_credit} ${row.entry_amount_minor}`
const entryKey = (row: EntryColumns) => `${sumKey(row)} ${row.booked_on} ${row.reference}`
const partKey = (row: IdentityColumns) =>
  `${row.is_credit} ${row.amount_minor} ${row.part_position} ${row.part_reference}`
const identityOf = (row: IdentityColumns) => `${entryKey(row)} ${partKey(row)}`

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const found = map.get(key)
  if (found) found.push(value)
  else map.set(key, [value])
}

function remove<V>(list: V[], value: V): void {
  const index = list.indexOf(value)
  if (index >= 0) list.splice(index, 1)
}

/** Whether a line was matched to a payment or a run, or is another line under a second reference. */
const isMatched = (row: StoredLine) => row.payment_id !== null || row.run_id !== null || row.same_as !== null

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
  const missing = lines.filter(line => foundOf(line) === undefined).map(line => columnsOf(line.movement))
  const isComplete = partsMinor + sumOf(missing, first) === first.entry_amount_minor
  return lines.map(line => {
    const as = foundOf(line)
    if (as) return { kind: 'booked', as }
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

/**
 * Whether lines and a stored entry name different payments. Banks give one reference to many entries where they book the payments of a file
 * singly, so that a reference alone does not say that two entries are the same.
 */
function namesAnother(lines: readonly MovedLine[], { lines: stored }: StoredEntry): boolean {
  const ids = lines.flatMap(({ movement, detail }) => idsOf(movement.endToEndId, detail))
  const storedIds = stored.flatMap(({ end_to_end_id, detail }) => idsOf(end_to_end_id, detail))
  return ids.length > 0 && storedIds.length > 0 && !ids.some(id => storedIds.includes(id))
}

/** The end-to-end reference of a line, and the payments that its text mentions. */
const idsOf = (endToEndId: string | null, detail: string) => [
  ...(endToEndId === null ? [] : [endToEndId.replaceAll(/\s/g, '').toUpperCase()]),
  ...referencesMentioned(detail),
]

/**
 * Whether a stored entry of the same side and amount looks like these lines: it has the same reference of the bank, or it is of the same
 * day and its end-to-end references or its texts agree. What only one of them says does not tell them apart, unless the bank gave each a
 * reference of its own.
 */
function looksAlike(lines: readonly MovedLine[], stored: StoredEntry): boolean {
  const [line] = lines
  const { first } = stored
  if (!line || first.same_as !== null || namesAnother(lines, stored)) return false
  const { entry, bookedOn } = line.movement
  if (entry.reference !== null && entry.reference === first.reference) return true
  if (first.booked_on !== bookedOn) return false
  const isNamed = (ids: readonly string[]) => ids.length > 0
  if (
    isNamed(lines.flatMap(({ movement, detail }) => idsOf(movement.endToEndId, detail))) &&
    isNamed(stored.lines.flatMap(({ end_to_end_id, detail }) => idsOf(end_to_end_id, detail)))
  )
    return true
  const [text, storedText] = [wordsOf(line.detail), wordsOf(first.detail)]
  if (text !== '' && storedText !== '') return text === storedText
  return entry.reference === null || first.reference === null
}

/** The words of a text without what this program writes where the bank says nothing. */
const wordsOf = (detail: string) =>
  ['Credited', 'Debited'].includes(detail) ? '' : detail.replaceAll(/\s+/g, ' ').trim().toUpperCase()
