import { z } from 'zod'
import { task } from '../jobs/task.ts'
import { expiredSessions } from './end-sessions.queries.ts'
import { endSessions } from './end-sessions.ts'

/** Each end writes an audit event, so one run is limited. The next run ends the rest. */
const batchSize = 500

/** Ends expired sessions, so that the audit log records their end. No request would do it. */
export const endExpiredSessions = task(
  'end-expired-sessions',
  z.object({}),
  async (_payload, { db, clock }) => {
    const now = clock.now()
    await endSessions(db, expiredSessions(now, batchSize), { reason: 'expired', now })
  },
)
