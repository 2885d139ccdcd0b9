/** The font faces of a document by their role; the pen registers a font for each. */
export type FaceName = 'text' | 'strong' | 'emphasis' | 'strong-emphasis' | 'heading'

export type TextStyle = {
  face: FaceName
  sizePt: number
  leadingPt: number
  color: string
  /** The target of a link: a URL, or `#id` for a heading of the same document. */
  href?: string
  /** Figures of equal width, so that amounts align. */
  hasTabularFigures?: true
}
