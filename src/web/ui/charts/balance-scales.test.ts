import { expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { balanceScales } from './balance-scales.ts'

const scalesOf = (...balances: readonly bigint[]) =>
  balanceScales(
    balances.map((balanceMinor, index) => ({ date: isoDate(`2026-0${index + 1}-01`), balanceMinor })),
    { widthPx: 800, textPx: 13 },
  )

test('a chart whose axis starts at zero fills the area below its line', () => {
  const scales = scalesOf(20_000_00n, 90_000_00n)
  expect(scales?.amountTicks[0]?.value).toBe(0)
  expect(scales?.areaPath).toMatch(/Z$/)
})

test('a chart whose axis starts elsewhere is a line without an area, which would exaggerate each change', () => {
  const scales = scalesOf(200_000_00n, 230_000_00n)
  expect(scales?.amountTicks[0]?.value).toBeGreaterThan(0)
  expect(scales?.areaPath).toBeNull()
  expect(scalesOf(-500_00n, 300_00n)?.areaPath).toBeNull()
})
