import type { FeeSchedule } from '../../clients/fee-schedules.ts'
import { addDays, type IsoDate } from '../../domain/dates.ts'
import { feeOf } from '../../features/fees/domain/fee.ts'

const quarterDays = 92
const shortYearDays = 365
const wholeHundredths = 10_000
/** The average of a quarter may be higher than its end. */
const marginPercent = 120n

const termsOn = ({ versions }: FeeSchedule, day: IsoDate) => versions.findLast(({ from }) => from <= day)

/** Whether a schedule charges for a day, so that its fee is no line of a file. */
export const hasTermsOn = (schedules: readonly FeeSchedule[], day: IsoDate): boolean =>
  schedules.some(schedule => termsOn(schedule, day) !== undefined)

/** About what the schedules charge for the quarter after a day, a little more than less. */
export function nextFees(schedules: readonly FeeSchedule[], day: IsoDate, balanceMinor: bigint): bigint {
  return schedules.reduce((sum, schedule) => {
    const terms = termsOn(schedule, addDays(day, 1))
    if (terms === undefined) return sum
    const { feeMinor } = feeOf(terms, {
      balanceDaysMinor: balanceMinor * BigInt(quarterDays),
      ...{ baseDays: quarterDays, chargedDays: quarterDays, yearDays: shortYearDays },
      keptHundredths: quarterDays * wholeHundredths,
    })
    return sum + (feeMinor * marginPercent) / 100n
  }, 0n)
}
