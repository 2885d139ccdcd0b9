/**
 * Symmetric deletion: hashes of a word and of all its variants with one letter removed. Two words that differ by one
 * insertion, deletion, substitution or transposition always share a key, so an index of the keys finds the candidates, and
 * `isOneErrorApart` decides.
 */
export function nearKeys(word: string): number[] {
  const keys = new Set([stableHash(word)])
  if (word.length >= minFuzzyLength) {
    for (let at = 0; at < word.length; at++) keys.add(stableHash(word.slice(0, at) + word.slice(at + 1)))
  }
  return [...keys]
}

/** With a typing error, a shorter word could be almost any word. */
export const minFuzzyLength = 3

/** 32-bit FNV-1a as a signed integer. It is stored, so it must never change. */
export function stableHash(text: string): number {
  let hash = hashStart
  for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at))
  return hash | 0
}

/** The same hash, one character at a time: start with `hashStart`, apply `hashWith`, finish with `| 0`. */
export const hashStart = 0x811c9dc5
export const hashWith = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** Whether at most one insertion, deletion, substitution or transposition turns `typed` into `word`. */
export function isOneErrorApart(typed: string, word: string): boolean {
  if (typed === word) return true
  const [short, long] = typed.length <= word.length ? [typed, word] : [word, typed]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  const transposed = short[at] === long[at + 1] && short[at + 1] === long[at]
  return (
    short.slice(at + 1) === long.slice(at + 1) || (transposed && short.slice(at + 2) === long.slice(at + 2))
  )
}
