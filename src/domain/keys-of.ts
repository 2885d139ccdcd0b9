/** The keys of an object that has just those of its type. `Object.keys` returns `string[]`, because an object may have more. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  // The caller vouches for it by passing a constant of the program.
  Object.keys(record) as (keyof T & string)[]
