import { unreadable } from './unreadable.ts'

export const recordLength = 94

/** Ctrl-Z, with which some programs end a file. */
const endOfFile = '\u001a'

/** Lines that some banks put before the file, such as `$$ADD ID=…`. */
const envelope = /^(?:\$\$|\/\/)/

/** Records whose last field is blank: their blanks may have been cut. The others end with a number. */
const blankAtEnd = ['1', '9']

/** Whether the text begins like a NACHA file, after an envelope. */
export const isNacha = (content: string): boolean =>
  content
    .split(/\r\n|\r|\n/)
    .find(line => line.trim() !== '' && !envelope.test(line))
    ?.startsWith('101') === true

/**
 * The records of a NACHA file with 94 characters each, as banks and their programs write them: with any line breaks or none, with
 * trailing blanks cut or added, with Ctrl-Z at the end, with an envelope before. Throws `validation` for a record of another length.
 */
export function nachaRecords(content: string): string[] {
  const lines = content
    .replaceAll(endOfFile, '')
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== '' && !envelope.test(line))
  const records = lines.length === 1 ? cutAt(lines[0] ?? '', recordLength) : lines
  return records.map(recordOf)
}

const cutAt = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  )

function recordOf(line: string): string {
  const record = line.slice(0, recordLength)
  const isWhole = record.length === recordLength || blankAtEnd.some(type => record.startsWith(type))
  if (!isWhole || line.slice(recordLength).trim() !== '' || /\p{Cc}/u.test(record))
    throw unreadable(
      'This is not a NACHA file: each record has 94 characters, and the first begins with 101.',
    )
  return record.padEnd(recordLength)
}
