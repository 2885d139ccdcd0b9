import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import { type ChangeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { lockAccountRow, setPlanType } from '../../accounts/server/account-row.queries.ts'
import { planTypeOf } from '../domain/legacy-plan.ts'
import { followPlan } from './follow-plan.ts'
import { insertVersion, readPlanVersions } from './legacy-plan.queries.ts'

/** Ends the plan of an account that one of its successors has taken over, in the caller's transaction: a version that names nobody. */
export async function endPlan(
  trx: Kysely<DB>,
  accountId: string,
  about: { documentId: string | null; author: ChangeAuthor; at: Date; today: IsoDate },
): Promise<void> {
  const { documentId, author, at, today } = about
  const stored = await lockAccountRow(trx, accountId)
  const [current] = await readPlanVersions(trx, accountId, 1)
  if (!stored || !current || current.shares.length === 0) return
  const revision = stored.revision + 1
  await insertVersion(trx, {
    accountId,
    version: current.version + 1,
    instructionId: author.side === 'sponsor' ? documentId : null,
    savedBy: { userId: author.userId, name: author.name, side: author.side },
    savedAt: at,
    shares: [],
  })
  await followPlan(trx, accountId, { shares: [], today, now: at })
  await setPlanType(trx, accountId, { type: planTypeOf([]), revision })
  await recordChange(trx, {
    subject: 'account',
    subjectId: accountId,
    accountId,
    kind: 'legacy-plan-saved',
    revision,
    before: { legacyPlan: current.shares.map(({ name }) => name).join(', ') },
    after: { legacyPlan: 'No plan' },
    author,
    at,
  })
}
