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

/** Whether a text contains every word. */
export function containsAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text).text
  return words.every(word => folded.includes(word))
}

export type HighlightedPart = { text: string; isFound: boolean }

/** Splits a text at the matches; joined, the parts are the text. */
export function highlightedParts(text: string, words: readonly string[]): HighlightedPart[] {
  const folded = fold(text)
  const isFound = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    for (let at = folded.text.indexOf(word); at >= 0; at = folded.text.indexOf(word, at + word.length)) {
      const first = folded.from[at] ?? 0
      const last = folded.from[at + word.length - 1] ?? first
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
