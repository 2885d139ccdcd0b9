import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../domain/clock.ts'
import { dayMs } from '../../../domain/durations.ts'
import { areValidAt, endOf, type Sealer } from './sealer.ts'

/** A certification authority may take weeks to issue another. */
const warningMs = 60 * dayMs

/** What operators must know about the seal: that it is not valid, or ends soon. Null: nothing. */
export function sealWarning(sealer: Pick<Sealer, 'certificates'>, now: Date): string | null {
  const end = endOf(sealer)
  const on = end.toISOString().slice(0, 10)
  if (now > end)
    return `The certificate of SEAL_FILE expired on ${on}: documents cannot be signed until it is replaced.`
  if (!areValidAt(sealer.certificates, now))
    return 'The certificate of SEAL_FILE is not valid yet: documents cannot be signed.'
  if (end.getTime() - now.getTime() > warningMs) return null
  return `The certificate of SEAL_FILE expires on ${on}. Order another: without a valid one documents cannot be signed.`
}

/** Logs the warning about the seal now and each day. */
export function watchSeal(
  sealer: Sealer,
  { clock, log }: { clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> },
): { stop(): void } {
  const warn = () => {
    const warning = sealWarning(sealer, clock.now())
    if (warning !== null) log.warn(warning)
  }
  warn()
  const timer = setInterval(warn, dayMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
