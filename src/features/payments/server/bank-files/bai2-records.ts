import { unreadable } from './unreadable.ts'

/** A record with its continuations. `lines`: how many lines it takes; trailers count them. */
export type Bai2Record = { code: string; fields: string[]; lines: number }

export const isBai2 = (content: string): boolean => /^\s*01\s*,/.test(content)

/**
 * The records of a BAI2 file. A slash ends the fields of a line, which a line of type 88 continues; without a slash its text goes on. Banks
 * pad lines with blanks, and end files with Ctrl-Z.
 */
export function* bai2Records(content: string): Generator<Bai2Record, void> {
  let current: { text: string; isEnded: boolean; lines: number } | null = null
  for (const raw of content.replaceAll('\u001a', '').split(/\r\n|\n|\r/)) {
    const line = raw.trim()
    if (line === '') continue
    const isEnded = line.endsWith('/')
    const text = isEnded ? line.slice(0, -1) : line
    const continued = /^88\s*,(.*)$/s.exec(text)?.[1]
    if (continued === undefined) {
      if (current) yield recordOf(current)
      current = { text, isEnded, lines: 1 }
    } else if (current) {
      const separator: string = current.isEnded ? ',' : ' '
      current = { text: `${current.text}${separator}${continued}`, isEnded, lines: current.lines + 1 }
    } else throw unreadable('This BAI2 file begins with a continuation.')
  }
  if (current) yield recordOf(current)
}

function recordOf({ text, lines }: { text: string; lines: number }): Bai2Record {
  const fields = text.split(',')
  return { code: fields[0]?.trim() ?? '', fields, lines }
}
