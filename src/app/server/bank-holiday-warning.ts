import { bankHolidayWarning } from '../../domain/bank-holidays.ts'
import type { Clock } from '../../domain/clock.ts'
import { dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'

/** Logs at the start and once a day that the table of bank holidays ends soon, from a year before. Returns a function that stops it. */
export function startBankHolidayWarning({
  clock,
  log,
}: {
  clock: Clock
  log: { warn(message: string): void }
}): () => Promise<void> {
  const warn = () => {
    const warning = bankHolidayWarning(dateOf(clock.now(), 'UTC'))
    if (warning !== null) log.warn(warning)
  }
  warn()
  const timer = setInterval(warn, dayMs)
  timer.unref()
  return async () => clearInterval(timer)
}
