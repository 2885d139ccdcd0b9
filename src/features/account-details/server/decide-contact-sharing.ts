import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import { callUs } from '../../../server/mail/letter.ts'
import { nameDonors } from '../../accounts/server/donor-names.queries.ts'
import type * as contract from '../own-relationships.contract.ts'
import { setSharing } from './contact-sharing.queries.ts'
import { listOwnRelationships } from './list-own-relationships.ts'
import { type Context, changeOwn } from './own-relationships.ts'

/**
 * Stores whether the caller shares their contact with the people of an account, with a record. Throws `not-found` for a relationship
 * that is not theirs or has ended, and `conflict` to take back what was shared. Deciding the same twice changes nothing.
 */
export async function decideContactSharing(
  { params, body }: HandlerInput<typeof contract.decideContactSharing>,
  context: Context,
): Promise<Reply<typeof contract.decideContactSharing>> {
  const sharing = body.data.attributes.shares ? ('accepted' as const) : ('declined' as const)
  const at = context.clock.now()
  await changeOwn(params.relationshipId, context, async (trx, row) => {
    if (row.contact_sharing === sharing) return
    if (row.contact_sharing === 'accepted')
      throw new Problem('conflict', {
        detail: `You share your contact details with this account. To end that, please ${callUs(context.client)}.`,
      })
    const revision = row.revision + 1
    await setSharing(trx, row.relationship_id, { sharing, at, revision })
    await recordChange(trx, {
      subject: 'relationship',
      subjectId: row.relationship_id,
      accountId: row.account_id,
      kind: 'contact-sharing-set',
      revision,
      before: { contactSharing: row.contact_sharing },
      after: { contactSharing: sharing },
      author: changeAuthor(context),
      at,
    })
    // The account is listed under its donors, by the names that their logins have once they share them.
    if (sharing === 'accepted') await nameDonors(trx, row.account_id)
  })
  return await listOwnRelationships(undefined, context)
}
