import type { Kysely } from 'kysely'
import { endSessionsOf } from '../../../server/auth/end-sessions.ts'
import { endLinks } from '../../../server/auth/one-time-link.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import { deleteAllFactors } from '../../identity/factors/server/factors.queries.ts'
import { endPendingSignIns } from '../../identity/oidc/server/pending-sign-ins.queries.ts'
import { cancelInvitation } from './people.queries.ts'

/**
 * Ends what a person whose access has ended still has: links, an invitation, second factors and remembered devices, unfinished logins and
 * sessions, in the caller's transaction of the realm. A repeat changes nothing.
 *
 * @returns how many sessions ended.
 */
export async function endLogin(
  trx: Kysely<DB>,
  userId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<number> {
  await endLinks(trx, userId, now)
  await cancelInvitation(trx, userId, now)
  await deleteAllFactors(trx, userId)
  await endPendingSignIns(trx, userId)
  return await endSessionsOf(trx, userId, { except: null, reason, now })
}
