/** The paint of a shape: the text color of its surroundings, the client's accent, or its own color. */
export type LogoColor = 'ink' | 'accent' | `#${string}`

type Line = { paint: LogoColor; widthPx: number; dashPx?: readonly [line: number, gap: number] }

/** One shape: an SVG path or a circle, filled or stroked or both. */
export type Shape = ({ path: string } | { circle: readonly [x: number, y: number, radius: number] }) & {
  fill?: LogoColor
  line?: Line
  /** The even-odd fill rule. */
  isEvenOdd?: true
  /** Draws the shape once for each angle, in degrees around the center. */
  turns?: readonly number[]
}

/** A client's logo, 48 by 48: shapes as data, so that pages, PDFs and mails draw the same. */
export type Logo = readonly Shape[]
