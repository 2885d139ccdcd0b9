import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { findProposal } from './proposals.queries.ts'

/** Tells the person who proposed a charity, and the donors if that person is not one of them, what was decided. */
export const mailProposal = accountNotice(
  'mail-proposal',
  z.object({ client: z.string(), proposalId: z.uuid() }),
  async ({ proposalId }, client, db) => {
    const found = await findProposal(db, proposalId)
    if (!found || found.message === null) return null
    const isAccepted = found.state === 'accepted'
    return {
      kind: 'charity-proposal-decided',
      accountId: found.account_id,
      initiator: found.proposed_by,
      cause: `charity-proposal:${proposalId}`,
      letter: ({ name }) => ({
        subject: isAccepted
          ? 'A proposed charity can receive grants'
          : 'A proposed charity cannot receive grants',
        name,
        blocks: [
          isAccepted
            ? `We have reviewed your proposal of ${found.name}. It can now receive grants.`
            : `We have reviewed your proposal of ${found.name} and cannot accept it.`,
          `${client.displayName} writes: ${found.message}`,
          {
            facts: [
              ['Fund', found.account_name],
              ['Charity', `${found.name}, ${found.town}`],
              ['Proposal', found.proposal_number.toString()],
            ],
          },
        ],
      }),
      screen: () => ({ address: screenAddress('/charity-list'), purpose: 'to see your charity list' }),
    }
  },
)
