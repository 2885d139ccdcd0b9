import type { Reply } from '../../../contract/endpoint.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type * as contract from '../proposal-review.contract.ts'
import type { Context } from './decide-proposal.ts'
import { listWaitingProposals } from './proposals.queries.ts'
import { toResponse } from './proposals.ts'
import { findVettingsOfProposals } from './vettings.queries.ts'

/** The proposals of the book's donors that are not decided yet. */
export async function listProposalsToDecide(
  _input: unknown,
  context: Context,
): Promise<Reply<typeof contract.listProposalsToDecide>> {
  const rows = await listWaitingProposals(context.db)
  const vetted = await findVettingsOfProposals(
    context.realmDb,
    rows.map(({ proposal_id: proposalId }) => proposalId),
  )
  return {
    data: rows.map(row => ({
      ...toResponse(row, context),
      vettedAs: vettedAs(vetted.get(row.proposal_id)),
      fundId: Number(row.fund_id),
      accountName: displayName(row.account_name, row.account_status, context.client.showsClosedStatus),
    })),
  }
}

const vettedAs = (found: { charityId: string; state: string } | undefined) =>
  found === undefined ? null : { charityId: found.charityId, isConfirmed: found.state !== 'proposed' }
