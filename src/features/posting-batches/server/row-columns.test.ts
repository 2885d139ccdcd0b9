import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { addDays, isoDate } from '../../../domain/dates.ts'
import { batchKindNames } from '../domain/posting-batch.ts'
import { type FileRow, growingColumns, rowAt } from './row-columns.ts'

test('lines come back as they were, by account and in the order of the file, through several parts', () => {
  const rows = Array.from({ length: 25_001 }, (_, index): FileRow => {
    const kind = batchKindNames[index % batchKindNames.length] ?? 'gain'
    return {
      line: index + 2,
      // The largest account ID and a line of the last part are exact together.
      fundId: 99_999_999 - ((index * 7_919) % 1_000),
      kind,
      effectiveDate: addDays(isoDate('2024-02-28'), index % 40),
      amountMinor: kind === 'other' ? -9_007_199_254_740_993n : BigInt(index + 1),
      comment: index % 3 === 0 ? null : `Comment ${index % 11_000}`,
    }
  })
  const columns = growingColumns()
  for (const row of rows) columns.add(row)
  const back = [...columns.inOrder()].flatMap(part =>
    Array.from({ length: part.length }, (_, at) => rowAt(part, at)),
  )
  expect(columns.length).toBe(rows.length)
  const expected = rows.toSorted((one, other) => one.fundId - other.fundId || one.line - other.line)
  // Faster than toEqual by seconds.
  expect(isDeepStrictEqual(back, expected)).toBe(true)
})
