import type { TaskName } from './jobs.ts'

/** How often, as cron says it, and what; each once for every realm. Whatever is missed while nothing runs is not made up for. */
const recurring: readonly { every: string; task: TaskName }[] = [
  { every: '*/5 * * * *', task: 'end-expired-sessions' },
]

/**
 * The queue's table of what runs by the clock: one copy of the program adds each job, in the realm's name, as if the realm's own
 * connection had asked for it.
 */
export function recurringJobs(realms: readonly string[]): string {
  return recurring
    .flatMap(({ every, task }) =>
      realms.map(realm => {
        const payload = JSON.stringify({ origin: { realm }, payload: {} })
        return `${every} ${task} ?id=${task}-${realm}&max=3&jobKey=${task}-${realm} ${payload}`
      }),
    )
    .join('\n')
}
