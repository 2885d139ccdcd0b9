import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import { nameOf, sideOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { websiteLink } from '../../charities/domain/website.ts'
import { storeExaminedUpload } from '../../documents/server/store-examined-upload.ts'
import type * as contract from '../proposals.contract.ts'
import {
  countWaiting,
  insertPaper,
  insertProposal,
  listProposalsOf,
  lockProposal,
  maxPapers,
  maxWaiting,
  type ProposalRecord,
  setWithdrawn,
} from './proposals.queries.ts'

type Viewer = Pick<ContextOf<typeof contract.proposeCharity>, 'client' | 'actor'>

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
    papers: row.papers,
    mayWithdraw: row.state === 'received' && actor.actions.has('CHARITY_PROPOSE'),
  }
}

async function one(
  db: Kysely<DB>,
  accountId: string,
  proposalId: string,
  viewer: Viewer,
): Promise<contract.Proposal> {
  const [found] = await listProposalsOf(db, accountId, proposalId)
  if (!found) throw new Problem('not-found')
  return toResponse(found, viewer)
}

export async function listProposals(
  _input: unknown,
  context: ContextOf<typeof contract.listProposals>,
): Promise<Reply<typeof contract.listProposals>> {
  const rows = await listProposalsOf(context.db, context.account.accountId)
  return { data: rows.map(row => toResponse(row, context)) }
}

/**
 * Stores a proposal. Throws `validation` for a website that
 * is none, `conflict` where too many wait for a decision.
 */
export async function proposeCharity(
  { body }: HandlerInput<typeof contract.proposeCharity>,
  context: ContextOf<typeof contract.proposeCharity>,
): Promise<Reply<typeof contract.proposeCharity>> {
  const { db, account, actor, client, clock } = context
  const proposalId = randomUUIDv7()
  const { name, town, taxId, website, why } = body.data.attributes
  const link = website === '' ? null : websiteLink(website)
  if (website !== '' && link === null)
    throw fieldProblem('website', 'Enter a web address, such as www.example.org')
  if ((await countWaiting(db, account.accountId)) >= maxWaiting)
    throw new Problem('conflict', {
      detail: `You already have ${maxWaiting} proposals waiting for a decision. Withdraw one, or wait until one is decided.`,
    })
  await insertProposal(db, {
    proposal_id: proposalId,
    account_id: account.accountId,
    name,
    town,
    number: taxId === '' ? null : taxId,
    website: link,
    why,
    proposed_by: actor.userId,
    proposed_by_name: sideOf(actor) === 'fund' ? nameOf(actor) : client.displayName,
    proposed_at: clock.now(),
  })
  await recordCommand(db, 'charity-proposal-entered', commandSource(context), { proposal: proposalId })
  return await one(db, account.accountId, proposalId, context)
}

/** Adds a supporting document to a proposal that is not decided. It is a document of the account, examined and scanned like any other. */
export async function addProposalPaper(
  { params: { proposalId }, query, upload }: HandlerInput<typeof contract.addProposalPaper>,
  context: ContextOf<typeof contract.addProposalPaper>,
): Promise<Reply<typeof contract.addProposalPaper>> {
  const { db, account } = context
  const { accountId } = account
  await requireOpen(db, accountId, proposalId, context)
  await storeExaminedUpload(
    upload,
    { accountId, type: 'correspondence', name: query.name },
    context,
    async (trx, documentId) => await insertPaper(trx, { proposalId, documentId }),
  )
  return await one(db, accountId, proposalId, context)
}

async function requireOpen(
  db: Kysely<DB>,
  accountId: string,
  proposalId: string,
  viewer: Viewer & Pick<BaseContext, 'client'>,
): Promise<void> {
  const { state, papers } = await one(db, accountId, proposalId, viewer)
  if (state !== 'received')
    throw new Problem('conflict', { detail: 'This proposal has already been decided.' })
  if (papers.length >= maxPapers)
    throw fieldProblem('file', `A proposal can have up to ${maxPapers} documents`)
}

export async function withdrawProposal(
  { params: { proposalId } }: HandlerInput<typeof contract.withdrawProposal>,
  context: ContextOf<typeof contract.withdrawProposal>,
): Promise<Reply<typeof contract.withdrawProposal>> {
  const { db, account, clock } = context
  await inTransaction(db, async trx => {
    const stored = await lockProposal(trx, account.accountId, proposalId)
    if (!stored) throw new Problem('not-found')
    if (stored.state === 'withdrawn') return
    if (stored.state !== 'received')
      throw new Problem('conflict', { detail: 'This proposal has already been decided.' })
    await setWithdrawn(trx, proposalId, clock.now())
    await recordCommand(trx, 'charity-proposal-withdrawn', commandSource(context), { proposal: proposalId })
  })
  return await one(db, account.accountId, proposalId, context)
}
