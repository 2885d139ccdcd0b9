/** Draws that look random and are the same on every machine: the demonstration shows the same people and figures each time. */
export type Draws = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number; both ends belong to it. */
  whole(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** From the standard normal distribution. */
  normal(): number
}

/** One stream of draws a seed; what one stream is used for leaves the others as they are. */
export function drawsOf(seed: string): Draws {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    pick: list => {
      const found = list[whole(0, list.length - 1)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
    chance: probability => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** A new order of the list, which stays as it is. */
export function shuffled<T>(draws: Draws, list: readonly T[]): T[] {
  return list
    .map(each => ({ each, key: draws.next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ each }) => each)
}

function hashOf(seed: string): number {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash
}
