import { createFairQueue } from '../../../../server/heavy-work/fair-queue.ts'

/**
 * One bank file at a time is read and planned in an instance: one of 100,000 entries takes some hundred megabytes meanwhile, and its plan is
 * computed in the main thread.
 */
export const bankFileTurns = createFairQueue({
  running: 1,
  runningPerClient: 1,
  runningPerPerson: 1,
  waiting: 60,
  waitingPerClient: 20,
  waitingPerPerson: 8,
})
