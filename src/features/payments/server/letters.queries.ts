import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { type ChoiceColumns, choiceColumnNames } from '../../grants/server/grant-choices.ts'

/** The content of the letters about payments, in the order of the payments of its run. */
export type LetterFactsRow = ChoiceColumns & {
  payment_id: string
  transaction_id: bigint
  charity_name: string
  amount_minor: bigint
  fund_name: string
  donor_name: string
  donor_address: string | null
}

export async function listLetterFacts(db: Kysely<DB>, runId: string): Promise<LetterFactsRow[]> {
  const { rows } = await sql<LetterFactsRow>`
    select x.payment_id, g.transaction_id, g.charity_name, g.amount_minor, a.account_name as fund_name, a.donor_name,
      (select nullif(concat_ws(', ', nullif(p.address_line1, ''), nullif(p.address_line2, ''), nullif(p.city, ''),
          nullif(concat_ws(' ', nullif(p.state, ''), nullif(p.postal_code, '')), '')), '')
        from account_relationship r join party p on p.book = r.book and p.party_id = r.party_id
        where r.book = g.book and r.account_id = g.account_id and r.account_role_code = 'donor' and r.ended_at is null
          and r.contact_sharing in ('not-asked', 'accepted')
        order by r.since, r.relationship_id limit 1) as donor_address,
      ${sql.join(choiceColumnNames.map(name => sql.ref(`g.${name}`)))}
    from payment x join grant_recommendation g on g.book = x.book and g.grant_id = x.grant_id
      join fund_account a on a.book = g.book and a.account_id = g.account_id
    where x.run_id = ${runId} and x.removed_at is null order by x.payment_id`.execute(db)
  return rows
}

/** A payment with its run, for its letter. */
export async function findPaymentToMail(db: Kysely<DB>, paymentId: string) {
  return await db
    .selectFrom('payment as p')
    .innerJoin('payment_run as r', join =>
      join.onRef('r.book', '=', 'p.book').onRef('r.run_id', '=', 'p.run_id'),
    )
    .innerJoin('grant_recommendation as g', join =>
      join.onRef('g.book', '=', 'p.book').onRef('g.grant_id', '=', 'p.grant_id'),
    )
    .select([
      'p.payee_email',
      'p.payee_name',
      'p.payee_address',
      'p.letter',
      'p.reference',
      'p.amount_minor',
      'r.payment_on',
      'r.sent_at',
      'g.account_id',
    ])
    .where('p.payment_id', '=', paymentId)
    .where('p.rejected_at', 'is', null)
    .executeTakeFirst()
}

/** The letters of a run that are printed, in the order of its payments: those of transfers whose payees have no e-mail address, and of cheques. */
export async function listLetters(
  db: Kysely<DB>,
  runId: string,
  { offset, limit }: { offset: number; limit: number },
) {
  return await db
    .selectFrom('payment')
    .select(['letter', 'payee_name', 'payee_address', 'cheque_number'])
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .where(eb => eb.or([eb('cheque_number', 'is not', null), eb('payee_email', 'is', null)]))
    .orderBy('place')
    .offset(offset)
    .limit(limit)
    .execute()
}

/**
 * The cheques of a run with what is printed on them, in the order of its payments: a cheque that gets another number stays in its part, and so do
 * the others. `number`: only that one.
 */
export async function listChequesToPrint(
  db: Kysely<DB>,
  runId: string,
  { number, offset, limit }: { number: string | null; offset: number; limit: number },
) {
  return await db
    .selectFrom('payment as p')
    .innerJoin('grant_recommendation as g', join =>
      join.onRef('g.book', '=', 'p.book').onRef('g.grant_id', '=', 'p.grant_id'),
    )
    .select([
      'p.payment_id',
      'p.cheque_number',
      'p.payee_name',
      'p.payee_address',
      'p.amount_minor',
      'p.reference',
      'p.letter',
      'g.transaction_id',
    ])
    .where('p.run_id', '=', runId)
    .where('p.removed_at', 'is', null)
    .where('p.cheque_number', 'is not', null)
    .$if(number !== null, query => query.where('p.cheque_number', '=', BigInt(number ?? 0)))
    .orderBy('p.place')
    .offset(offset)
    .limit(limit)
    .execute()
}
