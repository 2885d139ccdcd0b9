import { parse } from 'csv-parse/sync'
import type { LineBatch } from './read-lines.ts'

export type CsvRecord = {
  /** The line of the file on which the record begins. */
  line: number
  /** As it stands in the file. */
  text: string
  fields: string[]
}

/** A line that no CSV reader could make sense of: its bytes, its quotes. */
export type DamagedLine = { line: number; text: string; damage: string }

const mostLinesPerRecord = 20

/**
 * Cuts batches of lines into records. A line without a quotation mark, as nearly all are, is split at its commas;
 * csv-parse reads the others. A quoted field may run over several lines, also over the end of a batch, so the reader
 * keeps what is open between batches; `end()` gives what is still open when the file is over.
 */
export function csvRecordReader() {
  let open: { line: number; texts: string[] } | undefined

  function take(line: number, text: string | null): CsvRecord | DamagedLine | undefined {
    if (text === null) {
      open = undefined
      return { line, text: '', damage: 'is not UTF-8' }
    }
    if (open === undefined) {
      if (!text.includes('"')) return text === '' ? undefined : { line, text, fields: text.split(',') }
      open = { line, texts: [] }
    }
    open.texts.push(text)
    const whole = open.texts.join('\n')
    if (hasOpenQuote(whole) && open.texts.length < mostLinesPerRecord) return undefined
    const begin = open.line
    open = undefined
    return parseQuoted(begin, whole)
  }

  return {
    read(batch: LineBatch): (CsvRecord | DamagedLine)[] {
      const found: (CsvRecord | DamagedLine)[] = []
      let line = batch.firstLine
      for (const text of batch.lines) {
        const record = take(line, text)
        if (record) found.push(record)
        line++
      }
      return found
    },
    end(): DamagedLine[] {
      return open
        ? [
            {
              line: open.line,
              text: open.texts.join('\n'),
              damage: 'has a quotation mark that is never closed',
            },
          ]
        : []
    },
    /** True between records: the only place where a run that was cut off can be taken up again. */
    get isBetweenRecords(): boolean {
      return open === undefined
    },
  }
}

function hasOpenQuote(text: string): boolean {
  let quotes = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 1
}

function parseQuoted(line: number, text: string): CsvRecord | DamagedLine {
  try {
    const records = parse(text, { relax_column_count: true })
    const fields = records[0]
    if (records.length === 1 && fields) return { line, text, fields }
  } catch {
    // csv-parse's message speaks of its own options: ours says what the reader of the report can see
  }
  return { line, text, damage: 'has quotation marks that do not match' }
}
