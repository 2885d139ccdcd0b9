/** Keeps the first of many values in an order, and counts them all. */
export function firstOf<T>(
  most: number,
  order: (one: T, other: T) => number,
  known: readonly T[] = [],
): { add(value: T): void; all(): T[]; count(): number } {
  let kept = [...known]
  let count = known.length
  const sort = () => {
    kept = kept.toSorted(order).slice(0, most)
  }
  return {
    add: value => {
      count += 1
      kept.push(value)
      if (kept.length >= 2 * most) sort()
    },
    all: () => {
      sort()
      return kept
    },
    count: () => count,
  }
}
