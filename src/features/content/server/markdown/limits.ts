/**
 * What is read as Markdown. Any text is valid Markdown, but some cost minutes: sixty thousand `>` or `*` in a row take the
 * parser half a minute and three. No text that people write comes near these numbers; one that passes them is shown as typed.
 */
const linesAtMost = 2_500
const linesOfBlock = 200
const marksOfBlock = 400
const marksAtMost = 4_000
const containersOfLine = 10

/** The first line, from 1, by which a text is more than is read; null where it is not. */
export function lineOverLimits(markdown: string): number | null {
  let lines = 0
  let marks = 0
  let all = 0
  for (const [at, line] of markdown.split('\n').entries()) {
    if (line.trim() === '') {
      lines = 0
      marks = 0
      continue
    }
    lines += 1
    const found = line.match(/[*_[\]<>!&`~]/g)?.length ?? 0
    marks += found
    all += found
    const isOver =
      at >= linesAtMost ||
      lines > linesOfBlock ||
      marks > marksOfBlock ||
      all > marksAtMost ||
      containersOf(line) > containersOfLine
    if (isOver) return at + 1
  }
  return null
}

/** How many quotes and lists a line begins at once, and how far in it stands. */
function containersOf(line: string): number {
  const start = /^(?:[\s>]|[-+*]\s|\d{1,9}[.)]\s)*/.exec(line)?.[0] ?? ''
  const markers = start.match(/[>\-+*.)]/g)?.length ?? 0
  return markers + Math.floor((start.match(/\s/g)?.length ?? 0) / 6)
}
