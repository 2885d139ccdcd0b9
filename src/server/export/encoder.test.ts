import { expect, test } from 'vitest'
import type { Requester } from '../heavy-work/fair-queue.ts'
import type { Cell, FileColumn } from './cells.ts'
import { csvFile } from './csv.ts'
import type { FileAbout, Rows } from './encode-file.ts'
import { createEncoder } from './encoder.ts'
import { xlsxFile } from './xlsx.ts'

const types = ['id', 'text', 'money', 'date', 'instant', 'number'] as const
const columns: FileColumn[] = types.map(type => ({ heading: `The ${type}`, type, widthCharacters: 12 }))
const rowOf = (number: number): Cell[] => [
  number,
  number % 3 === 0 ? null : `=Grant “${number}”, ${'x'.repeat(number % 40)}`,
  BigInt(number) * 123n - 5_000n,
  '2026-02-03',
  '2026-02-03 04:05:06',
  number / 8,
]
const rowsOf = (count: number): Cell[][] => Array.from({ length: count }, (_none, index) => rowOf(index))
const about = (format: FileAbout['format']): FileAbout => ({
  format,
  columns,
  sheet: 'Grants',
  locale: 'en-US',
})
const by = (person: string): Requester => ({ client: 'npt', person, signal: null })

async function* each(rows: Rows) {
  yield* rows
}

/** The same file, written in this thread in one go. */
async function written(format: FileAbout['format'], rows: Rows): Promise<Buffer> {
  const parts: Uint8Array[] = []
  if (format === 'csv') for await (const text of csvFile(columns, each(rows))) parts.push(Buffer.from(text))
  else for await (const part of xlsxFile(columns, each(rows), about(format))) parts.push(part)
  return Buffer.concat(parts)
}

async function encoded(
  encoder: ReturnType<typeof createEncoder>,
  format: FileAbout['format'],
  pages: readonly Rows[],
): Promise<Buffer> {
  const file = encoder.open(about(format), by('ana'))
  const parts: Uint8Array[] = []
  for (const page of [...pages, null]) parts.push(await file.write(page))
  file.close()
  return Buffer.concat(parts)
}

const pagesOf = (rows: Rows, size: number): Rows[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_none, index) =>
    rows.slice(index * size, (index + 1) * size),
  )

test.each([
  ['csv', 0],
  ['csv', 3_000],
  ['xlsx', 0],
  ['xlsx', 3_000],
] as const)('a %s file of %i rows has the bytes that one thread writes in one go', async (format, count) => {
  const encoder = createEncoder({ heapMb: 128 })
  const rows = rowsOf(count)
  const expected = await written(format, rows)
  expect(Buffer.compare(await encoded(encoder, format, pagesOf(rows, 250)), expected)).toBe(0)
  expect(Buffer.compare(await encoded(encoder, format, pagesOf(rows, 7)), expected)).toBe(0)
})

test('a file that is not read on keeps nobody waiting', async () => {
  const encoder = createEncoder({ heapMb: 128 })
  const slow = Array.from({ length: 20 }, () => encoder.open(about('xlsx'), by('ana')))
  for (const file of slow) await file.write(rowsOf(250))
  const rows = rowsOf(500)
  const file = encoder.open(about('xlsx'), by('ben'))
  const parts = [await file.write(rows), await file.write(null)]
  expect(Buffer.compare(Buffer.concat(parts), await written('xlsx', rows))).toBe(0)
  for (const each of slow) each.close()
})

test('the end of the thread fails its files at once, and the next file gets another thread', async () => {
  const encoder = createEncoder({ heapMb: 24 })
  const [one, other] = [encoder.open(about('csv'), by('ana')), encoder.open(about('csv'), by('ben'))]
  await other.write(rowsOf(1))
  const huge = Array.from({ length: 400 }, () => rowsOf(2_000)).flat()
  await expect(one.write(huge)).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 30 })
  await expect(other.write(rowsOf(1))).rejects.toMatchObject({ code: 'unavailable' })
  for (const file of [one, other]) file.close()
  expect((await encoded(encoder, 'csv', [rowsOf(1)])).toString()).toContain('The id')
})
