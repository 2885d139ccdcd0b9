/** The keys of an object that has just those of its type. `Object.keys` returns `string[]`, because an object may have more. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  // Callers pass constants of the program, which have no others.
  Object.keys(record) as (keyof T & string)[]

/** The entries of such an object, in the same order. */
export const entriesOf = <T extends object>(record: T): [keyof T & string, T[keyof T]][] =>
  keysOf(record).map(key => [key, record[key]])

/** A new object with these fields of a record, as they are. */
export const pick = <T extends object, Key extends keyof T>(record: T, keys: readonly Key[]): Pick<T, Key> =>
  // Built from just these keys.
  Object.fromEntries(keys.map(key => [key, record[key]])) as Pick<T, Key>
