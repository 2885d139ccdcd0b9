/** The faces of a document by their part in it; the pen registers a font for each. */
export type FaceName = 'text' | 'strong' | 'emphasis' | 'strong-emphasis' | 'heading'

export type TextStyle = {
  face: FaceName
  sizePt: number
  leadingPt: number
  colour: string
  /** Where it leads: an address outside, or a heading of the same document as `#id`. */
  href?: string
  /** Figures of one width, so that amounts stand under each other. */
  hasTableFigures?: true
}
