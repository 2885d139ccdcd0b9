/** What a mark is painted with: the ink of where it stands, the house's accent, or a colour of its own. */
export type LogoColor = 'ink' | 'accent' | `#${string}`

type Line = { paint: LogoColor; widthPx: number; dashPx?: readonly [line: number, gap: number] }

/** One shape: a path as SVG writes them, or a circle; filled, drawn as a line, or both. */
export type Shape = ({ path: string } | { circle: readonly [x: number, y: number, radius: number] }) & {
  fill?: LogoColor
  line?: Line
  /** Where it crosses itself, every second part of it is left open. */
  isEvenOdd?: true
  /** It is drawn once for each, turned around the middle by so many degrees. */
  turns?: readonly number[]
}

/** A client's mark, 48 by 48: shapes as data, so that a page, a PDF and a mail each draw the same. */
export type Logo = readonly Shape[]
