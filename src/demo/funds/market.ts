import { addMonths, type IsoDate, monthEnd } from '../../domain/dates.ts'
import { drawsOf } from '../random.ts'

/** How a fund is invested. */
export type Pool = 'growth' | 'balanced' | 'income'

export type MarketMonth = {
  /** The last day of the month. */
  on: IsoDate
  /** Hundredths of a percent of what is invested, gained or lost in the month. */
  returnBps: Readonly<Record<Pool, number>>
  /** Dividends and interest of the quarter, in its last month; else null. */
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

/**
 * The full months before `today`, oldest first. All funds of a book live through the same ones; counted back from today, they are
 * always the same.
 */
export function marketMonths(seed: string, today: IsoDate, months: number): MarketMonth[] {
  const draws = drawsOf(`${seed} market`)
  const newestFirst = Array.from({ length: months }, (_, back): MarketMonth => {
    const on = monthEnd(addMonths(today, -back - 1))
    // One mood a month for all, more or less: pools rise and fall together.
    const mood = draws.normal()
    const returns = pools.map(({ pool, meanBps, spreadBps }) => {
      const drawn = Math.round(meanBps + spreadBps * (0.8 * mood + 0.6 * draws.normal()))
      return [pool, Math.min(bestBps, Math.max(worstBps, drawn))]
    })
    const income = draws.whole(28, 52)
    return {
      on,
      // One entry for each of the three pools.
      returnBps: Object.fromEntries(returns) as Record<Pool, number>,
      incomeBps: isQuarterEnd(on) ? income : null,
    }
  })
  return newestFirst.reverse()
}
