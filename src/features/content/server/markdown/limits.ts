/**
 * Limits for Markdown parsing. Some texts take the parser minutes: 60,000 `>` in a row half a minute, 60,000 `*` three. No
 * real text comes near these limits; one that exceeds them is shown as typed.
 */
const maxLines = 2_500
const linesOfBlock = 200
const markersOfBlock = 400
const maxMarkers = 4_000
const containersOfLine = 10

/** The first line, from 1, that exceeds the limits; null if none does. */
export function lineOverLimits(markdown: string): number | null {
  let lines = 0
  let markers = 0
  let all = 0
  for (const [at, line] of markdown.split('\n').entries()) {
    if (line.trim() === '') {
      lines = 0
      markers = 0
      continue
    }
    lines += 1
    const found = line.match(/[*_[\]<>!&`~]/g)?.length ?? 0
    markers += found
    all += found
    const isOver =
      at >= maxLines ||
      lines > linesOfBlock ||
      markers > markersOfBlock ||
      all > maxMarkers ||
      containersOf(line) > containersOfLine
    if (isOver) return at + 1
  }
  return null
}

/** How many quotes and lists a line opens, including indentation. */
function containersOf(line: string): number {
  const start = /^(?:[\s>]|[-+*]\s|\d{1,9}[.)]\s)*/.exec(line)?.[0] ?? ''
  const markers = start.match(/[>\-+*.)]/g)?.length ?? 0
  return markers + Math.floor((start.match(/\s/g)?.length ?? 0) / 6)
}
