import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../../contract/problems.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { violates } from '../../../../server/db/violates.ts'
import { findCharityStatus } from '../../../charities/server/charity-status.ts'
import { balanceTooLow, fundStatusViolation } from '../../domain/fund-status.ts'
import { canBeReissued } from '../../domain/grant-status.ts'
import { adviceOf } from '../../server/advice.ts'
import { charityViolation } from '../../server/charity-violation.ts'
import { choicesOf } from '../../server/grant-choices.ts'
import { lockFund, lockGrant } from '../../server/grants.queries.ts'
import type { StepActor } from '../../server/record-history-entry.ts'
import { storeGrant } from '../../server/store-grant.ts'
import type { TransitionSettings } from '../../server/transition-rule.ts'
import { findLinks } from './review.queries.ts'

type Reissue = { grantId: string; reason: string; actor: StepActor }

/**
 * Reissues a fully returned grant: a new one under review, of the same amount, charity and purpose, on behalf of the person who recommended
 * the first, so that neither they nor the caller approve it. Returns its id. Throws `not-found`; `conflict` where it did not come back, was
 * made again before, or the fund, its balance or the charity do not allow it.
 */
export async function reissueGrant(
  db: Kysely<DB>,
  accountId: string,
  { grantId, reason, actor }: Reissue,
  { client, book, today, now }: TransitionSettings,
): Promise<string> {
  try {
    return await inTransaction(db, async trx => {
      const fund = await lockFund(trx, accountId)
      const grant = fund && (await lockGrant(trx, accountId, grantId))
      if (!fund || !grant) throw new Problem('not-found')
      if (!canBeReissued(grant.outcome))
        throw new Problem('conflict', { detail: 'Only a fully returned grant can be reissued.' })
      if ((await findLinks(trx, grantId)).reissue_id !== null) throw alreadyReissued()
      const charity = await findCharityStatus(trx, grant.charity_id, now)
      const violation = fundStatusViolation(fund.account_status) ?? charityViolation(charity)
      if (!charity || violation !== null) throw new Problem('conflict', { detail: violation ?? undefined })
      const advice = adviceOf(grant)
      return await storeGrant(
        trx,
        accountId,
        {
          amountMinor: grant.amount_minor,
          ...choicesOf(grant),
          idempotencyKey: randomUUID(),
        },
        charity,
        {
          client,
          book,
          today,
          now,
          actor: {
            ...actor,
            ...(advice === null ? {} : { advice }),
            onBehalfOf: grant.on_behalf_of ?? grant.recommended_by,
          },
          from: { kind: 'reissue', reissueOf: grantId, certifiedAt: grant.certified_at, reason },
        },
      )
    })
  } catch (error) {
    if (violates(error, 'one_reissue')) throw alreadyReissued()
    if (violates(error, 'available_balance_not_negative'))
      throw new Problem('conflict', { detail: balanceTooLow })
    throw error
  }
}

const alreadyReissued = () => new Problem('conflict', { detail: 'This grant has already been reissued.' })
