import { addMonths, type IsoDate, monthEnd } from '../../domain/dates.ts'
import { seededRandom } from '../random.ts'

/** How a fund is invested. */
export type Pool = 'growth' | 'balanced' | 'income'

export type MarketMonth = {
  /** The last day of the month. */
  on: IsoDate
  /** Return of the month in basis points. */
  returnBps: Readonly<Record<Pool, number>>
  /** Dividends and interest of the quarter in basis points, in its last month; else null. */
  incomeBps: number | null
}

const pools: readonly { pool: Pool; meanBps: number; spreadBps: number }[] = [
  { pool: 'growth', meanBps: 55, spreadBps: 310 },
  { pool: 'balanced', meanBps: 38, spreadBps: 180 },
  { pool: 'income', meanBps: 20, spreadBps: 75 },
]
const worstBps = -900
const bestBps = 900

export const isQuarterEnd = (date: IsoDate): boolean => Number(date.slice(5, 7)) % 3 === 0

/** The full months before `today`, oldest first. All funds of a book share them; the values depend on the distance to today. */
export function marketMonths(seed: string, today: IsoDate, months: number): MarketMonth[] {
  const random = seededRandom(`${seed} market`)
  const newestFirst = Array.from({ length: months }, (_, back): MarketMonth => {
    const on = monthEnd(addMonths(today, -back - 1))
    // Pools rise and fall together, so their returns share a factor.
    const sharedFactor = random.normal()
    const returns = pools.map(({ pool, meanBps, spreadBps }) => {
      const drawn = Math.round(meanBps + spreadBps * (0.8 * sharedFactor + 0.6 * random.normal()))
      return [pool, Math.min(bestBps, Math.max(worstBps, drawn))]
    })
    const income = random.integer(28, 52)
    return {
      on,
      // `pools` has one entry for each of the three pools.
      returnBps: Object.fromEntries(returns) as Record<Pool, number>,
      incomeBps: isQuarterEnd(on) ? income : null,
    }
  })
  return newestFirst.reverse()
}
