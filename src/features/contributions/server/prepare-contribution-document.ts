import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type * as contract from '../contributions.contract.ts'
import { setExpected } from '../fund/server/announcements.queries.ts'
import { findOpenDocument } from './contribution-documents.queries.ts'
import { findContribution, lockContribution } from './contributions.queries.ts'
import { entryViolation } from './enter-contribution.ts'
import { type Context, prepareDocument } from './prepare-document.ts'

/**
 * Prepares the document of a contribution from the client's managed text and the account's data. A job draws it and creates its
 * envelope. Preparing it again while there is one changes nothing.
 */
export async function prepareContributionDocument(
  { params }: HandlerInput<typeof contract.prepareContributionDocument>,
  context: Context,
): Promise<Reply<typeof contract.prepareContributionDocument>> {
  const { db, account } = context
  const violation = entryViolation(account)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  return await db.transaction().execute(async trx => {
    // Read after the lock: the people of the account may change what they announced.
    const state = await lockContribution(trx, params.contributionId)
    const contribution = await findContribution(trx, account.accountId, params.contributionId)
    if (!contribution) throw new Problem('not-found')
    if (state === 'cancelled')
      throw new Problem('conflict', {
        detail: localEnglish('This contribution was cancelled.', context.client.locale),
      })
    if (await prepareDocument(trx, contribution, context)) {
      await setExpected(trx, contribution.contribution_id)
      return { state: 'preparing' as const }
    }
    const open = await findOpenDocument(trx, contribution.contribution_id)
    if (!open) throw new Error(`the contribution ${contribution.contribution_id} accepts no document`)
    return { state: open.state }
  })
}
