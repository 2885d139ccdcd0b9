import { hash } from 'node:crypto'
import { referencesMentioned } from './bank-files/references.ts'
import type { StoredLine } from './bank-lines.queries.ts'

/** The columns that identify an entry at the bank. */
export type EntryColumns = Pick<
  StoredLine,
  'bank_account' | 'booked_on' | 'entry_is_credit' | 'entry_amount_minor' | 'reference'
>

/** What else an entry says about itself. `ids`: the end-to-end references of its lines, and the payments that their texts mention. */
export type Likeness = { ids: readonly string[]; text: string }

/** The stored lines of one entry. `usedIn`: the last statement that has it. */
export type StoredEntry = { first: StoredLine; lines: StoredLine[]; usedIn: number }

/**
 * Finds stored entries by what they have in common with another. Entries of one statement are different movements, so each is found once in a
 * statement. Every question has its own list, because a statement may have thousands of entries that are alike.
 *
 * `lastStatement`: the last one of the file. No entry comes after it to look like one of its own, so that of those only the first lines are
 * held, by which an entry that stands twice is found. Lists of them would take 70 MB for 100,000 entries.
 */
export function storedEntries(lastStatement: number) {
  const byId = new Map<string, StoredEntry>()
  const lists = new Map<string, StoredEntry[]>()
  const ofLast = firstLines()
  let statement = -1
  /** How many of each list this statement has used. */
  let used = new Map<string, number>()
  const register = (entry: StoredEntry, keys: readonly string[]) => {
    for (const key of keys) {
      const list = lists.get(key)
      if (list) list.push(entry)
      else lists.set(key, [entry])
    }
  }
  const firstUnused = (key: string): StoredEntry | undefined => {
    const list = lists.get(key)
    // Most keys have no list, and a note about each would take 50 MB for a file of 100,000 lines.
    if (!list) return undefined
    let index = used.get(key) ?? 0
    while (list[index]?.usedIn === statement) index += 1
    used.set(key, index)
    return list[index]
  }
  return {
    /** Statements follow each other. */
    startStatement(next: number): void {
      if (next !== statement) used = new Map()
      statement = next
    },
    /** Adds a stored line. `usedIn`: the statement of the file that has it; -1 for a line of another file. */
    add(row: StoredLine, usedIn: number): void {
      const likeness = likenessOf([row])
      const known = byId.get(row.bank_entry_id)
      if (!known) {
        if (usedIn === lastStatement) ofLast.add(row, likeness)
        else {
          const entry = { first: row, lines: [row], usedIn }
          byId.set(row.bank_entry_id, entry)
          register(entry, keysOf(row, likeness))
        }
        return
      }
      const ids = likenessOf(known.lines).ids
      known.lines.push(row)
      const added = likeness.ids.filter(id => !ids.includes(id))
      register(known, usedIn === lastStatement ? moreSameKeysOf(row, added) : moreKeysOf(row, added))
    },
    /** An entry with the same reference, day, side and amount, which this statement has not used yet. */
    takeSame: (wanted: EntryColumns, likeness: Likeness) =>
      take(sameKeys(wanted, likeness), firstUnused, statement),
    /** The first line of such an entry, used or not. */
    findSame: (wanted: EntryColumns, likeness: Likeness): StoredLine | undefined =>
      sameKeys(wanted, likeness)
        .map(key => lists.get(key)?.[0]?.first)
        .find(each => each !== undefined) ?? ofLast.find(wanted, likeness),
    /** An entry that looks the same, which this statement has not used yet. */
    takeAlike: (wanted: EntryColumns, likeness: Likeness) =>
      take(alikeKeys(wanted, likeness), firstUnused, statement),
  }
}

/** The first lines of entries, by what makes another entry the same. One key for each is enough: who names nothing looks at both. */
function firstLines() {
  const byKey = new Map<string, StoredLine>()
  let entryId: string | null = null
  return {
    /** Adds a line; those of one entry follow each other. */
    add(row: StoredLine, { ids }: Likeness): void {
      if (row.reference === null) return
      const scope = sameScope(row)
      const others = row.bank_entry_id === entryId ? [] : [`${scope} ${ids.length === 0 ? 'unnamed' : 'all'}`]
      entryId = row.bank_entry_id
      for (const key of [...others, ...idKeys(scope, ids)].map(digestOf))
        if (!byKey.has(key)) byKey.set(key, row)
    },
    find: (wanted: EntryColumns, likeness: Likeness): StoredLine | undefined =>
      wanted.reference === null
        ? undefined
        : [...sameKeys(wanted, likeness), `${sameScope(wanted)} unnamed`]
            .map(key => byKey.get(digestOf(key)))
            .find(each => each !== undefined),
  }
}

/** A file of 100,000 lines has as many keys: as digests they take half. */
const digestOf = (key: string) => hash('sha256', key, 'base64url')

function take(
  keys: readonly string[],
  firstUnused: (key: string) => StoredEntry | undefined,
  statement: number,
): StoredEntry | undefined {
  for (const key of keys) {
    const entry = firstUnused(key)
    if (!entry) continue
    entry.usedIn = statement
    return entry
  }
  return undefined
}

const sumOf = (row: EntryColumns) => `${row.bank_account} ${row.entry_is_credit} ${row.entry_amount_minor}`
const sameScope = (row: EntryColumns) => `same ${sumOf(row)} ${row.booked_on} ${row.reference}`
const referenceScope = (row: EntryColumns) => `reference ${sumOf(row)} ${row.reference}`
const dayScope = (row: EntryColumns) => `day ${sumOf(row)} ${row.booked_on}`

const idKeys = (scope: string, ids: readonly string[]) => ids.map(id => `${scope} id ${id}`)

const namesIn = (scope: string, ids: readonly string[]) => [
  `${scope} all`,
  ...(ids.length === 0 ? [`${scope} unnamed`] : idKeys(scope, ids)),
]

/** The lists in which an entry stands that is the same. */
const sameKeysOf = (row: StoredLine, { ids }: Likeness): string[] =>
  row.reference === null ? [] : namesIn(sameScope(row), ids)

/** All lists in which an entry stands. */
function keysOf(row: StoredLine, likeness: Likeness): string[] {
  const { ids, text } = likeness
  const same = sameKeysOf(row, likeness)
  if (row.same_as !== null) return same
  const day = dayScope(row)
  const names = ids.length === 0 ? ['all', 'unnamed'] : ['all']
  const references = row.reference === null ? ['', ' without reference'] : ['']
  const plain = names.flatMap(name =>
    references.flatMap(suffix => [`${day} ${name}${suffix}`, `${day} ${name} text ${text}${suffix}`]),
  )
  const named = row.reference === null ? [] : namesIn(referenceScope(row), ids)
  return [...same, ...named, ...idKeys(day, ids), ...plain]
}

/** The lists in which an entry stands too because of another of its lines: that is the same, and all. */
const moreSameKeysOf = (row: StoredLine, ids: readonly string[]): string[] =>
  row.reference === null ? [] : idKeys(sameScope(row), ids)
const moreKeysOf = (row: StoredLine, ids: readonly string[]): string[] => [
  ...moreSameKeysOf(row, ids),
  ...(row.reference === null || row.same_as !== null ? [] : idKeys(referenceScope(row), ids)),
  ...(row.same_as === null ? idKeys(dayScope(row), ids) : []),
]

/**
 * Banks give one reference to many entries where they book the payments of a file singly, so that entries which name different payments are
 * different in spite of it.
 */
const namedKeys = (scope: string, { ids }: Likeness) =>
  ids.length === 0 ? [`${scope} all`] : [...idKeys(scope, ids), `${scope} unnamed`]

const sameKeys = (wanted: EntryColumns, likeness: Likeness) =>
  wanted.reference === null ? [] : namedKeys(sameScope(wanted), likeness)

/**
 * Where an entry of the same side and amount stands that looks like this one: it has the same reference of the bank, or it is of the same day
 * and its end-to-end references or its texts agree. What only one of them says does not tell them apart, unless the bank gave each a
 * reference of its own.
 */
function alikeKeys(wanted: EntryColumns, likeness: Likeness): string[] {
  const { ids, text } = likeness
  const day = dayScope(wanted)
  const name = ids.length === 0 ? 'all' : 'unnamed'
  const suffix = wanted.reference === null ? '' : ' without reference'
  return [
    ...(wanted.reference === null ? [] : namedKeys(referenceScope(wanted), likeness)),
    ...idKeys(day, ids),
    ...(text === ''
      ? [`${day} ${name}${suffix}`]
      : [`${day} ${name} text ${text}`, `${day} ${name} text ${suffix}`]),
  ]
}

export function likenessOf(lines: readonly { end_to_end_id: string | null; detail: string }[]): Likeness {
  const ids = lines.flatMap(({ end_to_end_id, detail }) => [
    ...(end_to_end_id === null ? [] : [end_to_end_id.replaceAll(/\s/g, '').toUpperCase()]),
    ...referencesMentioned(detail),
  ])
  return { ids: [...new Set(ids)], text: wordsOf(lines[0]?.detail ?? '') }
}

/** The words of a text without what this program writes where the bank says nothing. */
const wordsOf = (detail: string) =>
  ['Credited', 'Debited'].includes(detail) ? '' : detail.replaceAll(/\s+/g, ' ').trim().toUpperCase()
