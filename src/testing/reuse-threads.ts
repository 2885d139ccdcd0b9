import { heavyWork } from '../server/heavy-work/heavy-work.ts'

const ownRun = heavyWork.run
let users = 0

/**
 * Lets the portals of tests read one file after another in the same thread. The program starts a thread for each file that people send,
 * which takes a quarter of a second of processor time, more than the file of a test. Tests of threads and their limits start no portal.
 * Returns a function that ends it; a portal calls it when it closes.
 */
export function reuseThreads(): () => void {
  users += 1
  heavyWork.run = async (job, ...rest) => await ownRun({ ...job, thread: 'shared' }, ...rest)
  return () => {
    users -= 1
    if (users === 0) heavyWork.run = ownRun
  }
}
