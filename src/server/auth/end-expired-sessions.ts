import { z } from 'zod'
import { task } from '../jobs/task.ts'
import { endSessions } from './end-sessions.ts'

/** Each end writes an audit event, so one run is limited. The next run ends the rest. */
const batchSize = 500

/** Ends expired sessions, so that the audit log records their end. No request would do it. */
export const endExpiredSessions = task('end-expired-sessions', z.object({}), async (_payload, { db }) => {
  const now = new Date()
  await endSessions(
    db,
    sessions =>
      sessions.where('session_id', 'in', query =>
        query
          .selectFrom('session')
          .select('session_id')
          .where('ended_at', 'is', null)
          .where('expires_at', '<=', now)
          .orderBy('expires_at')
          .limit(batchSize),
      ),
    { reason: 'expired', now },
  )
})
