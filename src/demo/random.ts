/** A seeded random generator. It gives the same values on every machine, so that the seed data is always the same. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** From the standard normal distribution. */
  normal(): number
}

/** Creates an independent stream for each seed. */
export function seededRandom(seed: string): Random {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    integer,
    pick: list => {
      const item = list[integer(0, list.length - 1)]
      if (item === undefined) throw new Error('cannot pick from an empty list')
      return item
    },
    chance: probability => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** Returns the list in random order; the given list does not change. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map(each => ({ each, key: random.next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ each }) => each)
}

function hashOf(seed: string): number {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash
}
