import { z } from 'zod'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { readRemoval } from './relationships.queries.ts'

/** Tells every donor of the fund that an interested party was removed (§17), once for each removal. */
export const mailRemoval = accountNotice(
  'mail-removal',
  z.object({ client: z.string(), relationshipId: z.uuid() }),
  async ({ relationshipId }, _client, db) => {
    const removal = await readRemoval(db, relationshipId)
    if (!removal) return null
    const { person, account_name, account_id } = removal
    return {
      kind: 'person-removed',
      accountId: account_id,
      initiator: null,
      cause: `removal:${relationshipId}`,
      letter: ({ name }) => ({
        subject: 'A person was removed from your account',
        name,
        blocks: [
          `${person} is no longer an interested party of ${account_name} and can no longer see it online.`,
        ],
      }),
    }
  },
)
