import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import type * as contract from '../contributions.contract.ts'
import { onlyChecksBounce } from '../domain/contribution.ts'
import { mailContributionBounced } from './mail-contribution-bounced.ts'
import {
  type Correction,
  type CorrectionContext,
  correctionOf,
  fileCorrection,
  type TakenBack,
  takeBack,
} from './take-back-contribution.ts'

/**
 * Files that the bank did not pay the check of a contribution. The money never came, so the fund may go below zero. Throws as `fileCorrection`
 * and `takeBack`, and `conflict` for a contribution that was no check.
 */
export async function bounceContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.bounceContribution>,
  context: ContextOf<typeof contract.bounceContribution>,
): Promise<Reply<typeof contract.bounceContribution>> {
  const correction = { accountId: context.account.accountId, contributionId, ...body.data.attributes }
  await fileCorrection(correction, context, {
    kind: 'bounce-contribution',
    input: {},
    carryOut: (trx, each) => bounce(trx, each, context),
  })
  return { state: 'received' }
}

export const bouncePosting = {
  'bounce-contribution': {
    carryOut: async (trx, request, context) => {
      await bounce(trx, correctionOf(request), context)
    },
  },
} as const satisfies Record<string, PostingHandler>

async function bounce(
  trx: Kysely<DB>,
  correction: Correction,
  context: CorrectionContext,
): Promise<TakenBack> {
  const { client } = context
  const taken = await takeBack(
    trx,
    correction,
    {
      state: 'bounced',
      commentOf: ({ kind, transaction_id: number }) => {
        if (kind !== 'cash')
          throw new Problem('conflict', { detail: localEnglish(onlyChecksBounce, client.locale) })
        return `The bank did not pay the cheque of contribution ${number}`
      },
    },
    context,
  )
  const { accountId, contributionId } = correction
  await addJob(trx, mailContributionBounced, { client: client.name, contributionId, accountId })
  return taken
}
