/**
 * Words with one typing error, found by equality alone: a word and all that is left of it when one letter is taken
 * out. Two words that differ by one letter put in, left out or replaced, or by two neighbours exchanged, always have
 * one of these in common. So an index over hashed keys finds the candidates and `isOneErrorApart` decides.
 */
export function nearKeys(word: string): number[] {
  const keys = new Set([stableHash(word)])
  if (word.length >= shortestMistyped) {
    for (let at = 0; at < word.length; at++) keys.add(stableHash(word.slice(0, at) + word.slice(at + 1)))
  }
  return [...keys]
}

/** Below this a typing error could mean any word. */
export const shortestMistyped = 3

/** 32-bit FNV-1a as a signed integer. It is stored, so it may never change. */
export function stableHash(text: string): number {
  let hash = hashStart
  for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at))
  return hash | 0
}

/** The same, letter by letter, for who already goes through a text: `hashWith` from `hashBegin` on, at the end `| 0`. */
export const hashStart = 0x811c9dc5
export const hashWith = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** True when one insertion, deletion, substitution or exchange of neighbours makes `typed` into `word`, or none. */
export function isOneErrorApart(typed: string, word: string): boolean {
  if (typed === word) return true
  const [short, long] = typed.length <= word.length ? [typed, word] : [word, typed]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  const exchanged = short[at] === long[at + 1] && short[at + 1] === long[at]
  return (
    short.slice(at + 1) === long.slice(at + 1) || (exchanged && short.slice(at + 2) === long.slice(at + 2))
  )
}
