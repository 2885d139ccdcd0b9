import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecordReader } from './csv-records.ts'

function readAll(lines: (string | null)[], batchSize = lines.length) {
  const reader = csvRecordReader()
  const found = []
  for (let at = 0; at < lines.length; at += batchSize) {
    found.push(...reader.read({ firstLine: at + 1, lines: lines.slice(at, at + batchSize), bytesRead: 0 }))
  }
  return [...found, ...reader.end()]
}

test('returns the records of csv-parse for any batch size', () => {
  const field = fc.stringMatching(/^[a-c ,"\n]{0,6}$/)
  fc.assert(
    fc.property(
      fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5 }),
      (rows, batchSize) => {
        const text = rows.map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
        const found = readAll(text.split('\n'), batchSize).map(record =>
          'fields' in record ? record.fields : null,
        )
        expect(found).toEqual(parse(text, { relax_column_count: true }))
      },
    ),
  )
})

test('reports damaged lines by number and reads the rest', () => {
  expect(readAll(['a,b', null, 'c,"d"x', 'e,f'])).toMatchObject([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, damage: 'is not UTF-8' },
    { line: 3, damage: 'has quotation marks that do not match' },
    { line: 4, fields: ['e', 'f'] },
  ])
  expect(readAll(['a,"b', 'c,d'])).toMatchObject([
    { line: 1, damage: 'has a quotation mark that is never closed' },
  ])
})
