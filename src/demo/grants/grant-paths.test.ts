import { expect, test } from 'vitest'
import { isBankingDay } from '../../domain/bank-holidays.ts'
import { addDays, type IsoDate } from '../../domain/dates.ts'
import { seededRandom } from '../random.ts'
import { transitionsTo } from './grant-paths.ts'

test.each(['federal-reserve', 'england-and-wales'] as const)(
  'banks act on banking days of %s alone, in order, and in time',
  calendar => {
    for (let day = 0; day < 800; day += 1) {
      const today = addDays('2024-11-01' as IsoDate, day)
      const random = seededRandom(today)
      for (const [target, ageDays] of [
        ['paid', 6],
        ['scheduled', 5],
        ['cleared', 28],
        ['returned', 75],
        ['cleared', Number.POSITIVE_INFINITY],
      ] as const) {
        const isStaged = ageDays < Number.POSITIVE_INFINITY
        const recommendedOn = addDays(today, isStaged ? -ageDays : -200)
        const steps = transitionsTo(random, target, { recommendedOn, today, calendar }, ageDays)
        const days = [recommendedOn, ...steps.map(({ on }) => on), today]
        expect(days.toSorted(), `${today} ${target}`).toEqual(days)
        for (const { transition, on } of steps)
          if (['schedule', 'pay', 'clear', 'return'].includes(transition))
            expect([today, transition, on, isBankingDay(on, calendar)]).toEqual([today, transition, on, true])
        const last = { paid: 'pay', scheduled: 'schedule', cleared: 'clear', returned: 'return' }[target]
        expect(steps.at(-1)?.transition, today).toBe(last)
      }
    }
  },
)
