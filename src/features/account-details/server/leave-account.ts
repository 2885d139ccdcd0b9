import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import { violates } from '../../../server/db/violates.ts'
import { callUs } from '../../../server/mail/letter.ts'
import { lastDonorSentence, mayLeave } from '../domain/relationship-changes.ts'
import type * as contract from '../own-relationships.contract.ts'
import { endOnAccount } from './apply-people-change.ts'
import { listOwnRelationships } from './list-own-relationships.ts'
import { type Context, changeOwn } from './own-relationships.ts'

/**
 * Ends the caller's own relationship; the donors are mailed. Throws `access-denied` for a relationship that only staff end, and
 * `conflict` to the last donor. Leaving twice changes nothing.
 */
export async function leaveAccount(
  { params }: HandlerInput<typeof contract.leaveAccount>,
  context: Context,
): Promise<Reply<typeof contract.leaveAccount>> {
  try {
    await changeOwn(
      params.relationshipId,
      context,
      async (trx, row) => {
        if (!mayLeave(row.account_role_code, row.contact_sharing))
          throw new Problem('access-denied', {
            detail: `Please ${callUs(context.client)} to leave this account.`,
          })
        const change = {
          accountId: row.account_id,
          client: context.client,
          author: changeAuthor(context),
          requestedBy: null,
          at: context.clock.now(),
          today: context.today,
        }
        await endOnAccount(trx, row, change, 'left')
      },
      { ignoresEnded: true },
    )
  } catch (error) {
    if (violates(error, 'last_donor')) throw new Problem('conflict', { detail: lastDonorSentence })
    throw error
  }
  return await listOwnRelationships(undefined, context)
}
