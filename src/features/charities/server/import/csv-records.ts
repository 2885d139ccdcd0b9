import { parse } from 'csv-parse/sync'
import type { LineBatch } from './read-lines.ts'

export type CsvRecord = {
  /** The line of the file on which the record begins. */
  line: number
  /** The text in the file. */
  text: string
  fields: string[]
}

/** A line with invalid bytes or quotation marks. */
export type DamagedLine = { line: number; text: string; damage: string }

const maxLinesPerRecord = 20

/**
 * Parses batches of lines into records. Nearly all lines have no quotation mark and are split at commas; csv-parse reads the
 * others. A quoted field can span lines and batches, so the reader keeps an open record between batches; `end()` returns one
 * that is still open at the end of the file.
 */
export function csvRecordReader() {
  let open: { line: number; texts: string[] } | undefined

  function accept(line: number, text: string | null): CsvRecord | DamagedLine | undefined {
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
    if (hasOpenQuote(whole) && open.texts.length < maxLinesPerRecord) return undefined
    const firstLine = open.line
    open = undefined
    return parseQuoted(firstLine, whole)
  }

  return {
    read(batch: LineBatch): (CsvRecord | DamagedLine)[] {
      const found: (CsvRecord | DamagedLine)[] = []
      let line = batch.firstLine
      for (const text of batch.lines) {
        const record = accept(line, text)
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
    /** Whether no record is open; an interrupted import can only be resumed here. */
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
    // csv-parse's message is about its own options; the damage below describes the line.
  }
  return { line, text, damage: 'has quotation marks that do not match' }
}
