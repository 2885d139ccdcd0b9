import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { gapBefore, type StatementBalances } from './statement-gap.ts'

const statement = (
  opensOn: string | null,
  closedOn: string,
  openingMinor: bigint | null,
  closingMinor: bigint | null,
): StatementBalances => ({
  opensOn: opensOn as IsoDate | null,
  closedOn: closedOn as IsoDate,
  openingMinor,
  closingMinor,
})
const ninth = statement('2026-03-09', '2026-03-09', 100n, 150n)

test.each([
  ['opens with what the last closed with', statement('2026-03-10', '2026-03-10', 150n, 170n)],
  ['is dated by the day before', statement('2026-03-09', '2026-03-10', 150n, 170n)],
  ['covers the same days', statement('2026-03-09', '2026-03-10', 100n, 170n)],
  ['says no opening balance', statement('2026-03-11', '2026-03-11', null, 170n)],
  ['says no opening day', statement(null, '2026-03-11', 160n, 170n)],
  ['is the first', statement('2026-03-01', '2026-03-02', 7n, 8n)],
])('nothing is missing before a statement that %s', (_, next) => {
  expect(gapBefore(next, [ninth])).toBeNull()
})

test('the last statement with a balance is named where one is missing after it', () => {
  const next = statement('2026-03-11', '2026-03-11', 170n, 180n)
  const before = statement('2026-03-08', '2026-03-08', 70n, 100n)
  const unknown = statement('2026-03-10', '2026-03-10', null, null)
  expect(gapBefore(next, [ninth, before, unknown])).toBe(ninth)
  expect(gapBefore(next, [ninth, before, statement('2026-03-10', '2026-03-10', 150n, 170n)])).toBeNull()
})
