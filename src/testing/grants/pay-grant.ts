import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { clientOfBook } from '../../clients/clients.ts'
import { dateOf, type IsoDate } from '../../domain/dates.ts'
import { findFundOfGrant } from '../../features/grants/server/grants.queries.ts'
import { transitionGrant } from '../../features/grants/server/transition-grant.ts'
import { nextRunNumber } from '../../features/payments/server/payments.queries.ts'
import type { TestApp } from '../app.ts'
import type { Person } from '../factories/make-fund.ts'

type PaidBy = { user: Pick<Person['user'], 'userId' | 'firstName' | 'lastName'> }

/** Pays an approved grant in a run of its own that was sent. `by`: who approved the run. Throws as transitionGrant. */
export async function payGrant(
  portal: Pick<TestApp, 'databases' | 'clock'>,
  grantId: string,
  by: PaidBy,
  { book = 'npt', reference = 'GRANT-4711', on }: { book?: string; reference?: string; on?: IsoDate } = {},
): Promise<void> {
  const client = clientOfBook(book)
  const db = portal.databases.book(book)
  const now = portal.clock.now()
  const accountId = (await findFundOfGrant(db, grantId))?.account_id ?? ''
  const { userId, firstName, lastName } = by.user
  const actor = { userId, name: `${firstName} ${lastName}`, side: 'sponsor' as const }
  const settings = {
    client,
    book: client.book,
    today: on ?? dateOf(now, client.timeZone),
    now,
    requireVerification: () => {},
  }
  await db.transaction().execute(async trx => {
    await transitionGrant(trx, accountId, { grantId, transition: 'schedule', actor }, settings)
    await insertSentRun(trx, grantId, { userId, reference, now, today: settings.today })
    await transitionGrant(
      trx,
      accountId,
      { grantId, transition: 'pay', actor, payment: { method: 'eft', reference } },
      settings,
    )
  })
}

type Trx = Parameters<typeof nextRunNumber>[0]

async function insertSentRun(
  trx: Trx,
  grantId: string,
  { userId, reference, now, today }: { userId: string; reference: string; now: Date; today: IsoDate },
): Promise<void> {
  const runId = randomUUIDv7()
  const grant = await trx
    .selectFrom('grant_recommendation')
    .select(['charity_id', 'amount_minor'])
    .where('grant_id', '=', grantId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payment_run')
    .values({
      run_id: runId,
      run_number: await nextRunNumber(trx),
      method: 'eft',
      format: 'nacha',
      cutoff_at: now,
      payment_on: today,
      state: 'sent',
      collected_by: randomUUID(),
      collected_by_name: 'Collected before',
      collected_at: now,
      checked_at: now,
      approved_by: userId,
      approved_by_name: 'Approved before',
      approved_at: now,
      released_by: userId,
      released_by_name: 'Released before',
      released_at: now,
      sent_by: userId,
      sent_by_name: 'Sent before',
      sent_at: now,
      file_name: 'run.ach',
      file_hash: '0'.repeat(64),
      file_sealed: Buffer.alloc(0),
      key_id: 'none',
      data_key: Buffer.alloc(0),
    })
    .execute()
  await trx
    .insertInto('payment')
    .values({
      payment_id: randomUUIDv7(),
      run_id: runId,
      grant_id: grantId,
      charity_id: grant.charity_id,
      amount_minor: grant.amount_minor,
      reference: /^GRANT-\d+$/.test(reference) ? reference : 'GRANT-4711',
      place: 1,
    })
    .execute()
}
