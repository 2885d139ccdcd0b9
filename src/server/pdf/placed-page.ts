/**
 * A page whose texts stand at fixed places, such as a form for paper that is printed already. Places are in points from the left and the top;
 * texts stand in the order in which they are read.
 */
export type PlacedPage = { texts: readonly PlacedText[]; rules: readonly PlacedRule[] }

export type PlacedText = {
  xPt: number
  yPt: number
  widthPt: number
  /** Its lines are parted by line breaks. */
  text: string
  sizePt: number
  face?: 'text' | 'strong'
  /** What the text is, before it on its line. */
  label?: { text: string; xPt: number }
  isQuiet?: true
  isAtEnd?: true
  /** Drawn smaller where it is wider than its place; otherwise, and where it would be too small to read, it breaks. */
  shrinks?: true
}

type PlacedRule = { fromPt: number; toPt: number; yPt: number }
