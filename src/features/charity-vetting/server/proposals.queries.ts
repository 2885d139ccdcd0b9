import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { CharityProposal, DB } from '../../../server/db/schema.ts'

export type ProposalRecord = Selectable<CharityProposal> & { documents: string[] }

/** The most proposals of one fund that wait for a decision. */
export const maxWaiting = 20
/** The most supporting documents of one proposal. */
export const maxDocuments = 10

/** The proposals of a fund, or one of them, each with the names of its supporting documents. */
export async function listProposalsOf(
  db: Kysely<DB>,
  accountId: string,
  proposalId: string | null = null,
): Promise<ProposalRecord[]> {
  const { rows } = await sql<ProposalRecord>`
    select p.*, coalesce((
      select array_agg(d.name order by d.document_id) from charity_proposal_paper r
        join document d on d.book = r.book and d.document_id = r.document_id
      where r.proposal_id = p.proposal_id), '{}') as documents
    from charity_proposal p
    where p.account_id = ${accountId} and (${proposalId}::uuid is null or p.proposal_id = ${proposalId}::uuid)
    order by p.proposed_at desc limit 200`.execute(db)
  return rows
}

export async function countWaiting(db: Kysely<DB>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('charity_proposal')
    .select(db.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'received')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns false where a proposal of this id exists already. */
export async function insertProposal(
  db: Kysely<DB>,
  proposal: Insertable<CharityProposal>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('charity_proposal')
    .values(proposal)
    .onConflict(conflict => conflict.columns(['book', 'proposal_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Locks a proposal of this fund until the end of the transaction. */
export async function lockProposal(
  trx: Kysely<DB>,
  accountId: string,
  proposalId: string,
): Promise<Selectable<CharityProposal> | undefined> {
  return await trx
    .selectFrom('charity_proposal')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('proposal_id', '=', proposalId)
    .forUpdate()
    .executeTakeFirst()
}

export async function setWithdrawn(trx: Kysely<DB>, proposalId: string, at: Date): Promise<void> {
  await trx
    .updateTable('charity_proposal')
    .set({ state: 'withdrawn', decided_at: at })
    .where('proposal_id', '=', proposalId)
    .execute()
}

export async function insertDocument(
  trx: Kysely<DB>,
  document: { proposalId: string; documentId: string },
): Promise<void> {
  await trx
    .insertInto('charity_proposal_paper')
    .values({ proposal_id: document.proposalId, document_id: document.documentId })
    .execute()
}

type OfFund = { fund_id: bigint; account_name: string; account_status: string }

/** The most proposals that are listed to be decided; there are few. */
const maxListed = 200

/** The proposals of a book that wait for a decision, the oldest first. */
export async function listWaitingProposals(db: Kysely<DB>): Promise<(ProposalRecord & OfFund)[]> {
  const { rows } = await sql<ProposalRecord & OfFund>`
    select p.*, a.fund_id, a.account_name, a.account_status, coalesce((
      select array_agg(d.name order by d.document_id) from charity_proposal_paper r
        join document d on d.book = r.book and d.document_id = r.document_id
      where r.proposal_id = p.proposal_id), '{}') as documents
    from charity_proposal p join fund_account a on a.book = p.book and a.account_id = p.account_id
    where p.state = 'received' order by p.proposed_at, p.proposal_id limit ${maxListed}`.execute(db)
  return rows
}

/** How many proposals of the book wait for a decision. */
export async function countProposalsToDecide(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from charity_proposal where state = 'received'`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Locks a proposal of the book until the end of the transaction, for staff, who see every fund of it. */
export async function lockAnyProposal(
  trx: Kysely<DB>,
  proposalId: string,
): Promise<Selectable<CharityProposal> | undefined> {
  return await trx
    .selectFrom('charity_proposal')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .forUpdate()
    .executeTakeFirst()
}

export async function setDecided(
  trx: Kysely<DB>,
  proposalId: string,
  {
    state,
    message,
    charityId,
    at,
  }: {
    state: 'accepted' | 'declined'
    message: string
    charityId: string | null
    at: Date
  },
): Promise<void> {
  await trx
    .updateTable('charity_proposal')
    .set({ state, message, charity_id: charityId, decided_at: at })
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** A proposal with the name of its fund. */
export async function findProposal(
  db: Kysely<DB>,
  proposalId: string,
): Promise<(Selectable<CharityProposal> & { account_name: string }) | undefined> {
  return await db
    .selectFrom('charity_proposal as p')
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'p.book').onRef('a.account_id', '=', 'p.account_id'),
    )
    .selectAll('p')
    .select('a.account_name')
    .where('p.proposal_id', '=', proposalId)
    .executeTakeFirst()
}
