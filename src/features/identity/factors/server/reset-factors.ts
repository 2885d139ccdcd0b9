import type { Kysely } from 'kysely'
import type { Client } from '../../../../clients/client.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { endSessionsOf } from '../../../../server/auth/end-sessions.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { mailFactorChange } from '../../../../server/mail/factor-mail.ts'
import { endPendingSignIns } from '../../oidc/server/pending-sign-ins.queries.ts'
import { deleteAllFactors } from './factors.queries.ts'

/**
 * Removes all second factors of a person who lost them, and ends their sessions. `reason` says why and how their identity was checked,
 * for the audit log, and `operator` who did it. Notifies the person by a mail of `client`. Returns the number of passkeys and codes
 * removed.
 */
export async function resetFactors(
  realmDb: Kysely<DB>,
  about: {
    userId: string
    operator: { userId: string }
    reason: string
    /** Of a request: its session and address; of a command, which has neither: its name. */
    from: { sessionId: string | null; address: string; detail: Record<string, string> }
    now: Date
    client: Client
    secret: string
  },
): Promise<number> {
  const { userId, operator, reason, now, from } = about
  return await inTransaction(realmDb, async tx => {
    const removed = await deleteAllFactors(tx, userId)
    await endPendingSignIns(tx, userId)
    await endSessionsOf(tx, userId, {
      except: null,
      reason: 'second factors reset',
      now,
      from: { address: from.address, actorUserId: operator.userId },
    })
    await recordAuditEvent(tx, {
      kind: 'factor-removed',
      userId,
      actorUserId: operator.userId,
      sessionId: from.sessionId,
      at: now,
      address: from.address,
      detail: { factor: 'all', ...from.detail, reason },
    })
    await mailFactorChange(tx, about, userId, { action: 'removed', factor: 'all' })
    return removed
  })
}
