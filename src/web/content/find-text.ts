import { stemOf } from './word-stem.ts'

/** Normalizes a text for searching: without case, accents and differences between apostrophes. */
type Folded = {
  text: string
  /** For each character of `text`, its index in the original. */
  from: number[]
}

function fold(original: string): Folded {
  let text = ''
  const from: number[] = []
  for (let place = 0; place < original.length; place += 1) {
    const folded = (original[place] ?? '')
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[’‘ʼ]/g, "'")
      .toLowerCase()
    for (let step = 0; step < folded.length; step += 1) from.push(place)
    text += folded
  }
  return { text, from }
}

/** The words of a search. */
export function searchTerms(typed: string): string[] {
  return [...new Set(fold(typed).text.split(/[^\p{L}\p{N}'&-]+/u))].filter(word => /[\p{L}\p{N}]/u.test(word))
}

/** Whether a text contains every word: as it was typed, in another form (`grants`, `granting`) or in the other spelling. */
export function containsAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text).text
  return words.every(word => placesOf(folded, word).length > 0)
}

/** Where a word is in a folded text: its start, and its end (exclusive). */
function placesOf(folded: string, word: string): [from: number, to: number][] {
  const places: [number, number][] = []
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
    places.push([at, at + word.length])
  const stem = stemOf(word)
  // Where the word stands as typed, only that is marked.
  for (const { 0: other, index } of folded.matchAll(/[\p{L}\p{N}']+/gu))
    if (!other.includes(word) && stemOf(other) === stem) places.push([index, index + other.length])
  return places
}

type HighlightedPart = { text: string; isFound: boolean }

/** Splits a text at the matches; joined, the parts are the text. */
export function highlightedParts(text: string, words: readonly string[]): HighlightedPart[] {
  const folded = fold(text)
  const isFound = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    for (const [from, to] of placesOf(folded.text, word)) {
      const first = folded.from[from] ?? 0
      const last = folded.from[to - 1] ?? first
      isFound.fill(true, first, last + 1)
    }
  }
  const parts: HighlightedPart[] = []
  for (let place = 0; place < text.length; place += 1) {
    const found = isFound[place] ?? false
    const part = parts.at(-1)
    if (part && part.isFound === found) part.text += text[place] ?? ''
    else parts.push({ text: text[place] ?? '', isFound: found })
  }
  return parts
}
