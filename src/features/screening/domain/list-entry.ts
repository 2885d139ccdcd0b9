import type { ListedName } from './match-names.ts'

export type EntryKind = 'person' | 'organization' | 'vessel' | 'aircraft'

/** An entry of a sanctions list: a person or organization with all its names. */
export type ListEntry = {
  /** As the list has it: OFAC's number, the UK's Unique ID. */
  number: string
  kind: EntryKind
  /** The first is the primary name. Persons have “SURNAME, Given names”. */
  names: { name: string; isWeak: boolean }[]
  birthYears: number[]
  countries: string[]
  /** Programs of OFAC, regimes of the UK. */
  programs: string[]
  /** What else the list says, as it says it. */
  remarks: string
}

/** A line of a list that cannot be read, with the reason. The file is refused. */
export class ListFormatError extends Error {
  override name = 'ListFormatError'
}

/** The names that are compared: ships and aircraft receive no grants. */
export const listedNames = ({
  number,
  kind,
  names,
  birthYears,
  countries,
}: Omit<ListEntry, 'programs' | 'remarks'>): ListedName[] =>
  kind === 'vessel' || kind === 'aircraft'
    ? []
    : names.map(({ name, isWeak }) => ({ entry: number, name, kind, isWeak, birthYears, countries }))

export function addOnce<T>(values: T[], value: T): void {
  if (!values.includes(value)) values.push(value)
}
