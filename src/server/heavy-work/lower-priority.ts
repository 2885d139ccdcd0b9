import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Below the main thread, which answers everybody else. */
const niceness = 5

/** Of this thread. On Linux a thread has a priority of its own; elsewhere all have that of the process. */
export function lowerPriority(): void {
  try {
    const [, , thread] = readlinkSync('/proc/thread-self').split('/')
    if (thread !== undefined) setPriority(Number(thread), niceness)
  } catch {
    // Without it the limits of time still hold.
  }
}
