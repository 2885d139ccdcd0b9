import type { TextStyle } from './text-style.ts'

export type Piece = { text: string; style: TextStyle } | 'break'
/** What is drawn in one go: words of one style, with the spaces between them. */
export type Run = { text: string; style: TextStyle; widthPt: number }
export type Line = { runs: Run[]; widthPt: number }

export type Measure = (text: string, style: TextStyle) => number

type Fragment = { text: string; style: TextStyle }
/** What stays together: one word, though its letters may be of several styles. */
type Word = { fragments: Fragment[]; space: TextStyle | null; isAfterBreak: boolean }

/** Lines as wide as there is room for. A word that is wider than a line is cut where the line ends. */
export function breakLines(pieces: readonly Piece[], roomPt: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let fragments: Fragment[] = []
  let widthPt = 0
  const finish = () => {
    lines.push(lineOf(fragments, measure))
    fragments = []
    widthPt = 0
  }
  for (const word of plainTextOf(pieces)) {
    if (word.isAfterBreak) finish()
    const wordPt = widthOf(word.fragments, measure)
    const spacePt = word.space && fragments.length > 0 ? measure(' ', word.space) : 0
    if (fragments.length > 0 && widthPt + spacePt + wordPt > roomPt) {
      finish()
      keepSpace(lines.at(-1))
    } else if (word.space && fragments.length > 0) {
      fragments.push({ text: ' ', style: word.space })
      widthPt += spacePt
    }
    const parts = wordPt > roomPt ? cut(word.fragments, roomPt, measure) : [word.fragments]
    parts.forEach((part, index) => {
      if (index > 0) finish()
      fragments.push(...part)
      widthPt += widthOf(part, measure)
    })
  }
  if (fragments.length > 0) finish()
  return lines
}

/** The space at which a line was broken is not seen, but whoever listens or copies needs it between the words. */
function keepSpace(line: Line | undefined): void {
  const last = line?.runs.at(-1)
  if (last) last.text += ' '
}

const widthOf = (fragments: readonly Fragment[], measure: Measure) =>
  fragments.reduce((sum, { text, style }) => sum + measure(text, style), 0)

function plainTextOf(pieces: readonly Piece[]): Word[] {
  const words: Word[] = []
  let space: TextStyle | null = null
  let isAfterBreak = false
  let isOpen = false
  for (const piece of pieces) {
    if (piece === 'break') {
      isAfterBreak = true
      isOpen = false
      continue
    }
    // A space that must not break (U+00A0) is a letter here.
    for (const text of piece.text.split(/([ \t\r\n]+)/)) {
      if (text === '') continue
      const { style } = piece
      if (/^[ \t\r\n]/.test(text)) {
        space = style
        isOpen = false
      } else if (isOpen) words.at(-1)?.fragments.push({ text, style })
      else {
        words.push({ fragments: [{ text, style }], space: isAfterBreak ? null : space, isAfterBreak })
        space = null
        isAfterBreak = false
        isOpen = true
      }
    }
  }
  return words
}

/** Letter by letter, as many as fit; at least one, or it would never end. */
function cut(fragments: readonly Fragment[], roomPt: number, measure: Measure): Fragment[][] {
  const parts: Fragment[][] = [[]]
  let widthPt = 0
  for (const { text, style } of fragments) {
    for (const letter of text) {
      const letterPt = measure(letter, style)
      const isFull = widthPt + letterPt > roomPt && widthPt > 0
      if (isFull) {
        parts.push([])
        widthPt = 0
      }
      parts.at(-1)?.push({ text: letter, style })
      widthPt += letterPt
    }
  }
  return parts
}

function lineOf(fragments: readonly Fragment[], measure: Measure): Line {
  const runs: Run[] = []
  for (const { text, style } of fragments) {
    const last = runs.at(-1)
    if (last?.style === style) last.text += text
    else runs.push({ text, style, widthPt: 0 })
  }
  for (const run of runs) run.widthPt = measure(run.text, run.style)
  return { runs, widthPt: runs.reduce((sum, run) => sum + run.widthPt, 0) }
}
