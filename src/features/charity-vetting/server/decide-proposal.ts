import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../proposal-review.contract.ts'
import { mailProposal } from './mail-proposal.ts'
import { lockAnyProposal, setDecided } from './proposals.queries.ts'

export type Context = BaseContext & { actor: Actor }

type Decision = {
  proposalId: string
  state: 'accepted' | 'declined'
  message: string
  charityId: string | null
}

export async function decide(
  context: Context,
  { proposalId, ...decision }: Decision,
): Promise<Reply<typeof contract.acceptProposal>> {
  const { db, client, clock } = context
  await db.transaction().execute(async trx => {
    const stored = await lockAnyProposal(trx, proposalId)
    if (!stored) throw new Problem('not-found')
    if (stored.state !== 'received')
      throw new Problem('conflict', { detail: 'This suggestion has already been decided or withdrawn.' })
    await setDecided(trx, proposalId, { ...decision, at: clock.now() })
    await addJob(trx, mailProposal, { client: client.name, proposalId })
    const kind = decision.state === 'accepted' ? 'charity-proposal-accepted' : 'charity-proposal-declined'
    await recordCommand(trx, kind, commandSource(context), { proposal: proposalId })
  })
  return { proposalId, state: decision.state }
}
