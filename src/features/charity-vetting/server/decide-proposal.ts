import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { rowResponse } from '../../charities/server/charity-response.ts'
import type * as contract from '../proposal-review.contract.ts'
import { mailProposal } from './mail-proposal.ts'
import { findProposal, listWaitingProposals, lockAnyProposal, setDecided } from './proposals.queries.ts'
import { toResponse } from './proposals.ts'
import { findVettingsOfProposals } from './vettings.queries.ts'

type Context = BaseContext & { actor: Actor }

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

/** Names the charity of the register, or the vetted organization, that a donor meant. Throws `validation` where it cannot receive grants, `conflict`, `not-found`. */
export async function acceptProposal(
  { params: { proposalId }, body }: HandlerInput<typeof contract.acceptProposal>,
  context: Context,
): Promise<Reply<typeof contract.acceptProposal>> {
  const { charityId, message } = body.data.attributes
  if (!(await findProposal(context.db, proposalId))) throw new Problem('not-found')
  const found = await findCharity(context.db, charityId, context.client.charityRegisters)
  if (!found)
    throw fieldProblem('charityId', 'This charity is not on any of our registers, and we have not vetted it')
  const { canBeSelected, eligibility } = rowResponse(found, context.client)
  if (!canBeSelected) throw fieldProblem('charityId', eligibility.sentence)
  return await decide(context, { proposalId, state: 'accepted', message, charityId })
}

/** Declines a proposal with a message to the donor. Throws `conflict` where it is decided already, `not-found`. */
export const declineProposal = (
  { params: { proposalId }, body }: HandlerInput<typeof contract.declineProposal>,
  context: Context,
): Promise<Reply<typeof contract.declineProposal>> =>
  decide(context, { proposalId, state: 'declined', message: body.data.attributes.message, charityId: null })

type Decision = {
  proposalId: string
  state: 'accepted' | 'declined'
  message: string
  charityId: string | null
}

async function decide(
  context: Context,
  { proposalId, ...decision }: Decision,
): Promise<Reply<typeof contract.acceptProposal>> {
  const { db, client, clock } = context
  await db.transaction().execute(async trx => {
    const stored = await lockAnyProposal(trx, proposalId)
    if (!stored) throw new Problem('not-found')
    if (stored.state !== 'received')
      throw new Problem('conflict', { detail: 'This proposal has already been decided or withdrawn.' })
    await setDecided(trx, proposalId, { ...decision, at: clock.now() })
    await addJob(trx, mailProposal, { client: client.name, proposalId })
    const kind = decision.state === 'accepted' ? 'charity-proposal-accepted' : 'charity-proposal-declined'
    await recordCommand(trx, kind, commandSource(context), { proposal: proposalId })
  })
  return { proposalId, state: decision.state }
}
