import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { ourMessage } from '../../../server/mail/letter.ts'
import { findProposal } from './proposals.queries.ts'

/** Tells the person who proposed a charity, and the donors if that person is not one of them, what was decided. */
export const mailProposal = accountNotice(
  'mail-proposal',
  z.object({ client: z.string(), proposalId: z.uuid() }),
  async ({ proposalId }, _client, db) => {
    const found = await findProposal(db, proposalId)
    if (!found || found.message === null) return null
    const { message } = found
    const isAccepted = found.state === 'accepted'
    return {
      kind: 'charity-proposal-decided',
      accountId: found.account_id,
      initiator: found.proposed_by,
      cause: `charity-proposal:${proposalId}`,
      letter: ({ name, isInitiator }) => ({
        subject: `${isInitiator ? 'The charity you suggested' : 'A suggested charity'} ${isAccepted ? 'can' : 'can’t'} receive grants`,
        name,
        blocks: [
          `We have reviewed ${found.name}, ${isInitiator ? 'the charity you suggested' : 'a charity suggested for your fund'}${isAccepted ? '. It can now receive grants.' : ', and can’t make grants to it.'}`,
          ourMessage(message),
          {
            facts: [
              ['Fund', found.account_name],
              ['Charity', `${found.name}, ${found.town}`],
              ['Reference', found.proposal_number.toString()],
            ],
          },
        ],
      }),
      screen: () => ({ address: screenAddress('/charity-list'), purpose: 'to see your charity list' }),
    }
  },
)
