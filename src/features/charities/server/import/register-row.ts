import { decideEligibility } from '../../domain/eligibility.ts'
import { initialsKeys } from '../../domain/initials.ts'
import { nameKey } from '../../domain/name-key.ts'
import { stableHash } from '../../domain/near-words.ts'
import { nameHash, spelledOutKey } from '../../domain/synonyms.ts'

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

/** The columns that a register may leave out. */
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

/** Why one line of a file is refused while the rest is imported. */
export type Refusal = { refusal: string; charityId: string | null }

export type RowReader = (fields: readonly string[]) => RegisterRow | Refusal

export type RegisterFormat = {
  register: RegisterName
  /** The column of the publication date; null where the register's files have none. */
  dateColumn: string | null
  /** The reader of the rows below this header (`headerOf`), or the problem of the header. */
  rowsBelow(header: readonly string[], fileDate: string): RowReader | { problem: string }
}

/** The names of a file's columns in lower case, without a byte order mark. */
export const headerOf = (fields: readonly string[]): string[] =>
  fields.map(field =>
    field
      .trim()
      .replace(/^\uFEFF/, '')
      .toLowerCase(),
  )

/** Keys of the search index in addition to words; no word begins with `#`. */
export const stateKey = (state: string): number => stableHash(`#state:${state}`)
export const causeKey = (majorGroup: string): number => stableHash(`#cause:${majorGroup}`)

export type SearchColumns = {
  /** With abbreviations spelled out. */
  nameKey: string
  /** Equal for names of the same words. */
  nameHash: number
  addressHash: number | null
  searchKeys: number[]
  /** Whether the register's codes alone do not rule out a grant; the search shows such charities first. */
  isGrantable: boolean
}

const maxWordKeys = 24

/** The columns of a row for the search. `keysOf` returns the keys of the search words of a name key. */
export function searchColumns(row: RegisterRow, keysOf: (key: string) => number[]): SearchColumns {
  const { nameKey, nameHash, searchKeys } = nameColumns(row, keysOf)
  return {
    nameKey,
    nameHash,
    addressHash: addressHash(row),
    searchKeys,
    isGrantable: decideEligibility({ ...row, leftOn: null, unreadOn: null }).outcome !== 'no',
  }
}

/** The columns of a name, an alias, a place and a cause for the search. */
export function nameColumns(
  row: Pick<RegisterRow, 'name' | 'alsoKnownAs' | 'city' | 'state' | 'ntee'>,
  keysOf: (key: string) => number[],
): Pick<SearchColumns, 'nameKey' | 'nameHash' | 'searchKeys'> {
  const key = nameKey(row.name)
  const searchKeys: number[] = []
  const ofName = keysOf(key)
  addWordKeys(searchKeys, ofName)
  if (row.alsoKnownAs !== null) addWordKeys(searchKeys, keysOf(nameKey(row.alsoKnownAs)))
  if (row.city !== null) addWordKeys(searchKeys, keysOf(nameKey(row.city)))
  searchKeys.push(...initialsKeys(key))
  if (row.state !== null) searchKeys.push(stateKey(row.state))
  if (row.ntee !== null) searchKeys.push(causeKey(row.ntee.slice(0, 1)))
  return { nameKey: spelledOutKey(key), nameHash: nameHash(ofName), searchKeys }
}

function addWordKeys(keys: number[], more: number[]): void {
  for (const key of more) if (keys.length < maxWordKeys && !keys.includes(key)) keys.push(key)
}

function addressHash(row: RegisterRow): number | null {
  if (row.street === null || row.postalCode === null) return null
  return stableHash(`${row.street}|${row.postalCode.slice(0, 5)}`)
}
