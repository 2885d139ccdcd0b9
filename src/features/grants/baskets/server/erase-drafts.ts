import { dayMs } from '../../../../domain/durations.ts'
import type { DueWork } from '../../../../server/jobs/due-work.ts'
import { deleteOldDrafts, discardEmptyBaskets } from './drafts.queries.ts'

/** Drafts are stored for 90 days after their last change (§17). */
const retentionMs = 90 * dayMs

/** Erases the drafts of a book without changes for 90 days, and the baskets that are empty after that. */
export const eraseGrantDrafts: DueWork = {
  name: 'erase-grant-drafts',
  run: async ({ db, now }) => {
    const before = new Date(now.getTime() - retentionMs)
    await deleteOldDrafts(db, before)
    await discardEmptyBaskets(db, before)
  },
}
