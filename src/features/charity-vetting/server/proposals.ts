import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../proposals.contract.ts'
import { listProposalsOf, type ProposalRecord } from './proposals.queries.ts'

export type Viewer = Pick<ContextOf<typeof contract.proposeCharity>, 'client' | 'actor'>

export function toResponse(row: ProposalRecord, { client, actor }: Viewer): contract.Proposal {
  return {
    proposalId: row.proposal_id,
    number: row.proposal_number.toString(),
    name: row.name,
    town: row.town,
    taxId: row.number,
    website: row.website,
    why: row.why,
    state: row.state,
    message: row.message,
    charityId: row.charity_id,
    proposedByName: row.proposed_by_name,
    proposedOn: dateOf(row.proposed_at, client.timeZone),
    decidedOn: row.decided_at === null ? null : dateOf(row.decided_at, client.timeZone),
    documents: row.documents,
    mayWithdraw: row.state === 'received' && actor.actions.has('CHARITY_PROPOSE'),
  }
}

export async function one(
  db: Kysely<DB>,
  accountId: string,
  proposalId: string,
  viewer: Viewer,
): Promise<contract.Proposal> {
  const [found] = await listProposalsOf(db, accountId, proposalId)
  if (!found) throw new Problem('not-found')
  return toResponse(found, viewer)
}
