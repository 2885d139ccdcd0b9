import type { IsoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'

/** Round values that enclose a span, in about `count` steps of 1, 2 or 5 times a power of ten. */
export function niceSteps(
  low: number,
  high: number,
  count: number,
): { low: number; high: number; steps: number[] } {
  const rough = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find(times => times * power >= rough) ?? 10)
  const from = Math.floor(low / step)
  const to = Math.ceil(high / step)
  return {
    low: from * step,
    high: to * step,
    steps: Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step),
  }
}

/** At most `atMost` dates for the axis: evenly spaced days in a short range, first days of months in a longer one. */
export function dateTicks(first: IsoDate, last: IsoDate, atMost: number): Date[] {
  const [firstMs, lastMs] = [Date.parse(first), Date.parse(last)]
  const days = Math.round((lastMs - firstMs) / dayMs)
  if (days < 62) {
    const step = Math.max(1, Math.ceil((days + 1) / atMost))
    return Array.from(
      { length: Math.floor(days / step) + 1 },
      (_, index) => new Date(firstMs + index * step * dayMs),
    )
  }
  const months = Math.ceil(days / 30.4)
  const step = [1, 2, 3, 6, 12, 24, 60].find(size => months / size <= atMost) ?? 120
  const start = new Date(firstMs)
  const ticks: Date[] = []
  for (let month = 0; ; month += 1) {
    const tick = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1))
    if (tick.getTime() > lastMs) return ticks
    const isOnStep = (tick.getUTCFullYear() * 12 + tick.getUTCMonth()) % step === 0
    if (tick.getTime() >= firstMs && isOnStep) ticks.push(tick)
  }
}
