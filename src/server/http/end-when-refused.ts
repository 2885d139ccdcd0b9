import type { BaseContext } from './request-context.ts'
import { whenClosed } from './when-closed.ts'

/** Rights that end take effect within a second, also for what runs already. */
const checkEveryMs = 500

/**
 * Breaks the connection of a request that lasts, such as an export or an upload, as soon as its person may not make it any more. It asks
 * the database, so that it needs no notification and sees a right that ends by itself. A check that fails changes nothing: the next one
 * tells.
 */
export function endWhenRefused(
  { reply, log }: Pick<BaseContext, 'reply' | 'log'>,
  isAdmitted: () => Promise<boolean>,
): void {
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    try {
      if (!(await isAdmitted())) reply.raw.destroy()
    } catch (error) {
      log.warn({ error }, 'could not check whether a running request is still allowed')
    }
    isChecking = false
  }
  const timer = setInterval(() => void check(), checkEveryMs)
  timer.unref()
  whenClosed(reply, () => clearInterval(timer))
}
