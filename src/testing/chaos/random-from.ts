export type Random = {
  /** A whole number between both, inclusive. */
  between(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  shuffle<T>(from: readonly T[]): T[]
}

/** The same numbers for the same seed (the generator mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => Math.floor(from + next() * (to - from + 1))
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[between(0, from.length - 1)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  }
  return {
    between,
    pick,
    shuffle: from => {
      const order = [...from]
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = between(0, last)
        const [a, b] = [order[last], order[other]]
        if (a !== undefined && b !== undefined) [order[last], order[other]] = [b, a]
      }
      return order
    },
  }
}
