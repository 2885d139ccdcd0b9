import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../corrections.contract.ts'
import { mailContributionReversed } from './mail-contribution-reversed.ts'
import { correctionPosting, type EndOfContribution, fileEnd } from './take-back-contribution.ts'

const reversal: EndOfContribution = {
  kind: 'reverse-contribution',
  state: 'reversed',
  receipt: 'withdrawn',
  commentOf: ({ transaction_id: number }) => `Contribution ${number} was entered by mistake`,
  mail: mailContributionReversed,
}

/** Files the reversal of a contribution's entry, which was entered by mistake. Throws as `fileCorrection` and `takeBack`. */
export async function reverseContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.reverseContribution>,
  context: ContextOf<typeof contract.reverseContribution>,
): Promise<Reply<typeof contract.reverseContribution>> {
  const correction = { accountId: context.account.accountId, contributionId, ...body.data.attributes }
  await fileEnd(correction, context, reversal)
  return { state: 'received' }
}

export const reversalPosting = { 'reverse-contribution': correctionPosting(reversal) } as const
