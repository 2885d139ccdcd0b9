import { describe, expect, test } from 'vitest'
import { isoDate } from '../../../../domain/dates.ts'
import { tasksOfReceipt, tasksOfSale } from './holding-task.ts'

const giftDate = isoDate('2026-03-12')
const given = (property: 'listed' | 'fund-shares' | 'private-shares' | 'property', similarMinor: bigint) => ({
  property,
  similarMinor,
  giftDate,
})
const kinds = (...about: Parameters<typeof given>) => tasksOfReceipt(given(...about)).map(({ kind }) => kind)

describe('tasks of an asset', () => {
  test('are asked for above the limits, and never for what a market prices', () => {
    expect(kinds('property', 5_000_00n)).toEqual([])
    expect(kinds('property', 5_000_01n)).toEqual(['appraisal', 'form-8283'])
    expect(kinds('private-shares', 10_000_00n)).toEqual(['form-8283'])
    expect(kinds('private-shares', 10_000_01n)).toEqual(['appraisal', 'form-8283'])
    expect(kinds('listed', 9_000_000_00n)).toEqual([])
    expect(kinds('fund-shares', 9_000_000_00n)).toEqual([])
    expect(tasksOfReceipt(given('property', 6_000_00n))[0]?.dueOn).toBe('2027-04-15')
  })

  test('include Form 8282 for 125 days after a sale within three years', () => {
    const sold = (day: string) => tasksOfSale(given('property', 5_000_01n), isoDate(day))
    expect(sold('2026-04-01')).toEqual([{ kind: 'form-8282', dueOn: '2026-08-04' }])
    expect(sold('2029-03-12')).toHaveLength(1)
    expect(sold('2029-03-13')).toEqual([])
    expect(tasksOfSale(given('listed', 9_000_000_00n), isoDate('2026-04-01'))).toEqual([])
    expect(tasksOfSale(given('property', 5_000_00n), isoDate('2026-04-01'))).toEqual([])
  })
})
