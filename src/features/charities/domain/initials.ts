import { stopWords } from './name-key.ts'
import { hashStart, hashWith } from './near-words.ts'

const minInitials = 3
const maxInitials = 6

/** No word begins with `#`, so no word has the key of initials. */
const hashOfPrefix = hashOf('#initials:', hashStart)

/**
 * The keys in the search index of a name's initials, from its first three words to its first six (`AMERICAN CIVIL LIBERTIES UNION
 * FOUNDATION`: ACL, ACLU, ACLUF). Stop words have none. An import computes them for every row, so nothing is built on the way.
 */
export function initialsKeys(nameKey: string): number[] {
  const keys: number[] = []
  let hash = hashOfPrefix
  let letters = 0
  for (let start = 0; start < nameKey.length && letters < maxInitials; ) {
    const space = nameKey.indexOf(' ', start)
    const end = space < 0 ? nameKey.length : space
    if (end > start && !stopWords.has(nameKey.slice(start, end))) {
      hash = hashWith(hash, nameKey.charCodeAt(start))
      letters += 1
      if (letters >= minInitials) keys.push(hash | 0)
    }
    start = end + 1
  }
  return keys
}

function hashOf(text: string, from: number): number {
  let hash = from
  for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at))
  return hash
}

/** The key of a typed word that may be initials; null for any other. */
export const typedInitialsKey = (word: string): number | null =>
  initialsPattern.test(word) ? hashOf(word, hashOfPrefix) | 0 : null

const initialsPattern = new RegExp(String.raw`^\p{L}{${minInitials},${maxInitials}}$`, 'u')
