import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import type * as contract from '../contributions.contract.ts'
import { mailContributionReversed } from './mail-contribution-reversed.ts'
import {
  type Correction,
  type CorrectionContext,
  correctionOf,
  fileCorrection,
  type TakenBack,
  takeBack,
} from './take-back-contribution.ts'

/** Files the reversal of a contribution's entry, which was entered by mistake. Throws as `fileCorrection` and `takeBack`. */
export async function reverseContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.reverseContribution>,
  context: ContextOf<typeof contract.reverseContribution>,
): Promise<Reply<typeof contract.reverseContribution>> {
  const correction = { accountId: context.account.accountId, contributionId, ...body.data.attributes }
  await fileCorrection(correction, context, {
    kind: 'reverse-contribution',
    input: {},
    carryOut: (trx, each) => reverse(trx, each, context),
  })
  return { state: 'received' }
}

export const reversalPosting = {
  'reverse-contribution': {
    carryOut: async (trx, request, context) => {
      await reverse(trx, correctionOf(request), context)
    },
  },
} as const satisfies Record<string, PostingHandler>

async function reverse(
  trx: Kysely<DB>,
  correction: Correction,
  context: CorrectionContext,
): Promise<TakenBack> {
  const taken = await takeBack(
    trx,
    correction,
    {
      state: 'reversed',
      commentOf: ({ transaction_id: number }) => `Contribution ${number} was entered by mistake`,
    },
    context,
  )
  const { accountId, contributionId } = correction
  await addJob(trx, mailContributionReversed, { client: context.client.name, contributionId, accountId })
  return taken
}
