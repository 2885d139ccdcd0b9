import type { TextStyle } from './text-style.ts'

export type Piece = { text: string; style: TextStyle } | 'break'
/** Text that is drawn at once: words of one style and the spaces between them. */
type Run = { text: string; style: TextStyle; widthPt: number }
export type Line = { runs: Run[]; widthPt: number }

export type Measure = (text: string, style: TextStyle) => number

type Fragment = { text: string; style: TextStyle }
/** One word, which may contain several styles. */
type Word = { fragments: Fragment[]; space: TextStyle | null; isAfterBreak: boolean }

/** Breaks text into lines of at most `contentWidthPt`. A word that is wider than a line is split. */
export function breakLines(pieces: readonly Piece[], contentWidthPt: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let fragments: Fragment[] = []
  let widthPt = 0
  const finishLine = () => {
    lines.push(toLine(fragments, measure))
    fragments = []
    widthPt = 0
  }
  for (const word of wordsOf(pieces)) {
    if (word.isAfterBreak) {
      finishLine()
      appendSpace(lines.at(-1))
    }
    const wordWidthPt = widthOf(word.fragments, measure)
    const spacePt = word.space && fragments.length > 0 ? measure(' ', word.space) : 0
    if (fragments.length > 0 && widthPt + spacePt + wordWidthPt > contentWidthPt) {
      finishLine()
      appendSpace(lines.at(-1))
    } else if (word.space && fragments.length > 0) {
      fragments.push({ text: ' ', style: word.space })
      widthPt += spacePt
    }
    const parts =
      wordWidthPt > contentWidthPt ? splitWord(word.fragments, contentWidthPt, measure) : [word.fragments]
    parts.forEach((part, index) => {
      if (index > 0) finishLine()
      fragments.push(...part)
      widthPt += widthOf(part, measure)
    })
  }
  if (fragments.length > 0) finishLine()
  return lines
}

/** The space at a line break is invisible, but screen readers and copied text need it between the words. */
function appendSpace(line: Line | undefined): void {
  const last = line?.runs.at(-1)
  if (last) last.text += ' '
}

const widthOf = (fragments: readonly Fragment[], measure: Measure) =>
  fragments.reduce((sum, { text, style }) => sum + measure(text, style), 0)

function wordsOf(pieces: readonly Piece[]): Word[] {
  const words: Word[] = []
  let space: TextStyle | null = null
  let isAfterBreak = false
  let isInWord = false
  for (const piece of pieces) {
    if (piece === 'break') {
      isAfterBreak = true
      isInWord = false
      continue
    }
    // A no-break space (U+00A0) is part of its word.
    for (const text of piece.text.split(/([ \t\r\n]+)/)) {
      if (text === '') continue
      const { style } = piece
      if (/^[ \t\r\n]/.test(text)) {
        space = style
        isInWord = false
      } else if (isInWord) words.at(-1)?.fragments.push({ text, style })
      else {
        words.push({ fragments: [{ text, style }], space: isAfterBreak ? null : space, isAfterBreak })
        space = null
        isAfterBreak = false
        isInWord = true
      }
    }
  }
  return words
}

/** Splits a word into parts that fit on a line, each with at least one character: behind its last hyphen that fits, or anywhere. */
function splitWord(fragments: readonly Fragment[], contentWidthPt: number, measure: Measure): Fragment[][] {
  const parts: Fragment[][] = [[]]
  let widthPt = 0
  for (const { text, style } of fragments) {
    for (const character of text) {
      const characterWidthPt = measure(character, style)
      const isLineFull = widthPt + characterWidthPt > contentWidthPt && widthPt > 0
      if (isLineFull) {
        const part = parts.at(-1) ?? []
        const hyphen = part.findLastIndex(fragment => fragment.text === '-')
        const moved = hyphen === -1 ? [] : part.splice(hyphen + 1)
        parts.push(moved)
        widthPt = widthOf(moved, measure)
      }
      parts.at(-1)?.push({ text: character, style })
      widthPt += characterWidthPt
    }
  }
  return parts
}

function toLine(fragments: readonly Fragment[], measure: Measure): Line {
  const runs: Run[] = []
  for (const { text, style } of fragments) {
    const last = runs.at(-1)
    if (last?.style === style) last.text += text
    else runs.push({ text, style, widthPt: 0 })
  }
  for (const run of runs) run.widthPt = measure(run.text, run.style)
  return { runs, widthPt: runs.reduce((sum, run) => sum + run.widthPt, 0) }
}
