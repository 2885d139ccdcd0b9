import type { SetChange } from '../staff-sets.contract.ts'
import { showChange } from './show-change.ts'

/** Says what became of a change of a set: it is in force, or waits. */
export const showAskedSet = (state: SetChange['state'], done: string): Promise<void> =>
  showChange(state === 'waiting' ? 'A second person has to confirm this change.' : done)
