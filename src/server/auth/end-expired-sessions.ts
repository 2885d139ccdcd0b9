import { z } from 'zod'
import { task } from '../jobs/task.ts'
import { endSessions } from './end-sessions.ts'

/** So many at once: each takes its place in the audit trail. The next run takes the rest. */
const endedAtOnce = 500

/** Nobody asks any more with a session that has run out, so it is looked for: its end belongs in the audit trail too. */
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
          .limit(endedAtOnce),
      ),
    { reason: 'expired', now },
  )
})
