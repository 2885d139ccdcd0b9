import type { Kysely } from 'kysely'
import type { Client } from '../../../../clients/client.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { endSessionsOf } from '../../../../server/auth/end-sessions.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { mailFactorChange } from '../../../../server/mail/factor-mail.ts'
import { endPendingSignIns } from '../../oidc/server/pending-sign-ins.queries.ts'
import { deleteAllFactors } from './factors.queries.ts'

/**
 * Removes all second factors of a person who lost them, and ends their sessions. `reason` says why and who asked, for the
 * audit log. Notifies the person by a mail of `client`. Returns the number of passkeys and codes removed.
 */
export async function resetFactors(
  realmDb: Kysely<DB>,
  about: { userId: string; reason: string; now: Date; client: Client; secret: string },
): Promise<number> {
  const { userId, reason, now } = about
  return realmDb.transaction().execute(async tx => {
    const removed = await deleteAllFactors(tx, userId)
    await endPendingSignIns(tx, userId)
    await endSessionsOf(tx, userId, { except: null, reason: 'second factors reset', now })
    await recordAuditEvent(tx, {
      kind: 'factor-removed',
      userId,
      at: now,
      address: '',
      detail: { factor: 'all', by: 'npm run reset-factors', reason },
    })
    await mailFactorChange(tx, about, userId, { action: 'removed', factor: 'all' })
    return removed
  })
}
