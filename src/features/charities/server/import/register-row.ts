import { nameKey } from '../../domain/name-key.ts'
import { stableHash } from '../../domain/near-words.ts'

export type RegisterName = 'irs-bmf' | 'uk'

/** One charity as its register publishes it. Amounts are whole dollars or pounds, as digits. */
export type RegisterRow = {
  charityId: string
  register: RegisterName
  number: string
  name: string
  alsoKnownAs: string | null
  street: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  groupNumber: string | null
  subsection: string | null
  affiliation: string | null
  classification: string | null
  rulingMonth: string | null
  deductibility: string | null
  foundation: string | null
  organization: string | null
  status: string | null
  /** YYYY-MM-DD. */
  removedOn: string | null
  taxPeriod: string | null
  ntee: string | null
  assetsWholeUnits: string | null
  incomeWholeUnits: string | null
  revenueWholeUnits: string | null
}

/** All that a register need not say of a charity. */
export const nothingKnown = {
  alsoKnownAs: null,
  street: null,
  city: null,
  state: null,
  postalCode: null,
  groupNumber: null,
  subsection: null,
  affiliation: null,
  classification: null,
  rulingMonth: null,
  deductibility: null,
  foundation: null,
  organization: null,
  status: null,
  removedOn: null,
  taxPeriod: null,
  ntee: null,
  assetsWholeUnits: null,
  incomeWholeUnits: null,
  revenueWholeUnits: null,
} as const satisfies Omit<RegisterRow, 'charityId' | 'register' | 'number' | 'name'>

/** Why one line is not taken into the register, while the rest of its file is. */
export type Refusal = { refusal: string; charityId: string | null }

export type RowReader = (fields: readonly string[]) => RegisterRow | Refusal

export type RegisterFormat = {
  register: RegisterName
  /** The column that says on which day the file was published; null where the register's files do not say it. */
  dateColumn: string | null
  /** What reads the rows below this header (`headerOf`) of a file of that day, or what is wrong with the header. */
  rowsBelow(header: readonly string[], fileDate: string): RowReader | { problem: string }
}

/** The names of a file's columns, without a byte order mark, in small letters. */
export const headerOf = (fields: readonly string[]): string[] =>
  fields.map(field =>
    field
      .trim()
      .replace(/^\uFEFF/, '')
      .toLowerCase(),
  )

/** Keys that the search's index holds beside words; no word begins with these signs. */
export const stateKey = (state: string): number => stableHash(`#state:${state}`)
export const causeKey = (majorGroup: string): number => stableHash(`#cause:${majorGroup}`)

export type SearchColumns = {
  nameKey: string
  nameHash: number
  addressHash: number | null
  searchKeys: number[]
}

const mostWordKeys = 24

/**
 * What the search keeps of a row. `keysOf` gives the hashes of the words of a name key that the search hangs on; it
 * may remember: a register has few words and uses them often.
 */
export function searchColumns(row: RegisterRow, keysOf: (key: string) => number[]): SearchColumns {
  const key = nameKey(row.name)
  const searchKeys: number[] = []
  addWordKeys(searchKeys, keysOf(key))
  if (row.alsoKnownAs !== null) addWordKeys(searchKeys, keysOf(nameKey(row.alsoKnownAs)))
  if (row.city !== null) addWordKeys(searchKeys, keysOf(nameKey(row.city)))
  if (row.state !== null) searchKeys.push(stateKey(row.state))
  if (row.ntee !== null) searchKeys.push(causeKey(row.ntee.slice(0, 1)))
  return { nameKey: key, nameHash: stableHash(key), addressHash: addressHash(row), searchKeys }
}

function addWordKeys(keys: number[], more: number[]): void {
  for (const key of more) if (keys.length < mostWordKeys && !keys.includes(key)) keys.push(key)
}

function addressHash(row: RegisterRow): number | null {
  if (row.street === null || row.postalCode === null) return null
  return stableHash(`${row.street}|${row.postalCode.slice(0, 5)}`)
}
