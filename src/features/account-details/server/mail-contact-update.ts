import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { callUs } from '../../../server/mail/letter.ts'
import { roleName } from '../../people/domain/relationship-labels.ts'
import { readRelationshipNotice } from './relationships.queries.ts'

const update = {
  client: z.string(),
  relationshipId: z.uuid(),
  /** Of the person's details after the change. */
  revision: z.int(),
  /** Who changed them; null: the sponsor's staff. */
  by: z.nullable(z.string()),
  /** What the person reads of why; null where the change needs no reason. */
  reason: z.nullable(z.string()).default(null),
}

/** Tells every donor of the fund, and the person, that the person's name or contact was changed (§17), once for each change. */
export const mailContactUpdate = accountNotice(
  'mail-contact-update',
  z.object(update),
  async ({ relationshipId, revision, by, reason }, client, db, home) => {
    const about = await readRelationshipNotice(db, relationshipId)
    if (!about) return null
    const { account_id: accountId, account_name: account, person, user_id: key } = about
    const { user_email: email, user_name: name } = about
    const role = roleName(about.account_role_code, client.locale)
    const who = by ?? 'Our staff'
    return {
      kind: 'person-updated',
      accountId,
      initiator: null,
      concerned: key !== null && email !== null && name !== null ? { key, email, name } : null,
      cause: `person-updated:${relationshipId}:${revision}`,
      letter: recipient => ({
        subject: recipient.isConcerned
          ? 'Your contact information was updated'
          : 'Contact information of someone on your account was updated',
        name: recipient.name,
        blocks: recipient.isConcerned
          ? [
              `${who} updated your contact information.`,
              ...(reason === null ? [] : [`Reason: ${reason}`]),
              { address: `${home}${screenAddress('/my-profile')}`, purpose: 'to see it' },
            ]
          : [`${who} updated the contact information of ${person}, ${role} of ${account}.`],
        ...(recipient.isConcerned
          ? { ifUnexpected: `If you don’t recognize this change, please ${callUs(client)}.` }
          : {}),
      }),
      screen: ({ isConcerned }) =>
        isConcerned ? null : { address: screenAddress('/account'), purpose: 'to see the account' },
    }
  },
)

/** Adds the job above in the book in which the person of the realm was edited. */
export const notifyOfContactUpdate = realmTask(
  'tell-of-contact-update',
  z.object({ ...update, book: z.string() }),
  async ({ book, ...payload }, { books, client: clientOf }) => {
    clientOf(payload.client)
    const edited = books.find(({ name }) => name === book)
    if (!edited) throw new Error(`the realm has no book ${book}`)
    await addJob(edited.db, mailContactUpdate, payload)
  },
)
