import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import type * as contract from '../corrections.contract.ts'
import { filedReversal } from '../corrections.contract.ts'
import type { ReversalCategory } from '../domain/reversal.ts'
import { mailContributionReversed } from './mail-contribution-reversed.ts'
import { correctionOf, type EndOfContribution, fileEnd, takeBack } from './take-back-contribution.ts'

/** What donors read beside the reversal. */
const comments: Readonly<Record<ReversalCategory, string>> = {
  mistake: 'was entered by mistake',
  misdirected: 'was not for us',
  'not-accepted': 'was not accepted',
}

const reversal: EndOfContribution = {
  kind: 'reverse-contribution',
  state: 'reversed',
  receipt: 'withdrawn',
  commentOf: ({ transaction_id: number }, { category }) =>
    `Contribution ${number} ${comments[category ?? 'mistake']}`,
  mail: mailContributionReversed,
}

/** Files that a contribution is taken back: it was a mistake, misdirected or never accepted. Throws as `fileCorrection` and `takeBack`. */
export async function reverseContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.reverseContribution>,
  context: ContextOf<typeof contract.reverseContribution>,
): Promise<Reply<typeof contract.reverseContribution>> {
  const correction = { accountId: context.account.accountId, contributionId, ...body.data.attributes }
  await fileEnd(correction, context, reversal)
  return { state: 'received' }
}

export const reversalPosting = {
  'reverse-contribution': {
    carryOut: async (trx, request, context) => {
      // Decoding checks what was filed.
      const { category } = z.decode(filedReversal, request.input as never)
      await takeBack(trx, { ...correctionOf(request), category }, reversal, context)
    },
    // As above.
    detailsOf: ({ input }) => z.encode(filedReversal, z.decode(filedReversal, input as never)),
  },
} as const satisfies Record<string, PostingHandler>
