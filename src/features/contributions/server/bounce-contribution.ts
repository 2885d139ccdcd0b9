import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../corrections.contract.ts'
import { onlyChecksBounce } from '../domain/contribution.ts'
import { mayBounce } from '../domain/payer.ts'
import { mailContributionBounced } from './mail-contribution-bounced.ts'
import { correctionPosting, type EndOfContribution, fileEnd } from './take-back-contribution.ts'

const bounce: EndOfContribution = {
  kind: 'bounce-contribution',
  state: 'bounced',
  receipt: 'withdrawn',
  commentOf: (contribution, { client }) => {
    if (!mayBounce(contribution))
      throw new Problem('conflict', { detail: localEnglish(onlyChecksBounce, client.locale) })
    return `The bank did not pay the cheque of contribution ${contribution.transaction_id}`
  },
  mail: mailContributionBounced,
}

/**
 * Files that the bank did not pay the check of a contribution. The money never came, so the fund may go below zero. Throws as `fileCorrection`
 * and `takeBack`, and `conflict` for a contribution that was no check.
 */
export async function bounceContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.bounceContribution>,
  context: ContextOf<typeof contract.bounceContribution>,
): Promise<Reply<typeof contract.bounceContribution>> {
  const correction = { accountId: context.account.accountId, contributionId, ...body.data.attributes }
  await fileEnd(correction, context, bounce)
  return { state: 'received' }
}

export const bouncePosting = { 'bounce-contribution': correctionPosting(bounce) } as const
