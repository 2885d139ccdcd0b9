/** The keys of an object that has just those of its type. `Object.keys` returns `string[]`, because an object may have more. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  // Callers pass constants of the program, which have no others.
  Object.keys(record) as (keyof T & string)[]
