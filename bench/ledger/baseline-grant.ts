import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { npt } from '../../src/clients/configuration/npt.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { dayMs } from '../../src/domain/durations.ts'
import { rolePassword } from '../../src/server/db/login-roles.ts'
import type { BenchDatabase } from '../bench.ts'

/**
 * `writes`: those of a grant alone, which a schedule and a payment run are compared with; `checked`: with the locks and reads of the
 * command too; `recorded`: with its event for the audit log as well.
 */
export type BaselineTransaction = 'writes' | 'checked' | 'recorded'

/**
 * The baseline of the grant command: the same SQL transaction through `pg` alone, over as many connections, with named
 * statements (src/features/grants/server/command-statements.test.ts lists those of the command). It uses the same database role,
 * because `job.add` requires it. `people` recommend in turn. Returns grants per second.
 */
export async function baselineGrants(
  database: BenchDatabase,
  about: {
    accounts: readonly string[]
    people: readonly string[]
    transaction: BaselineTransaction
    charityId: string
    connections: number
    seconds: number
  },
): Promise<number> {
  const { connection, secret } = database
  const clients = await Promise.all(
    Array.from({ length: about.connections }, async () => {
      const client = new pg.Client({
        ...connection,
        user: 'book_npt',
        password: rolePassword(secret, 'book_npt'),
        options: '-c role=portal',
      })
      await client.connect()
      return client
    }),
  )
  const until = Date.now() + about.seconds * 1000
  let done = 0
  await Promise.all(
    clients.map(async client => {
      while (Date.now() < until) {
        const number = done++
        await oneGrant(client, about.accounts[number % about.accounts.length] ?? '', {
          charityId: about.charityId,
          userId: about.people[number % about.people.length] ?? '',
          transaction: about.transaction,
        })
      }
      await client.end()
    }),
  )
  return done / about.seconds
}

const today = dateOf(new Date(), npt.timeZone)

async function oneGrant(
  client: pg.Client,
  accountId: string,
  { userId, charityId, transaction }: { userId: string; charityId: string; transaction: BaselineTransaction },
): Promise<void> {
  const [grantId, entryId, key] = [randomUUID(), randomUUID(), randomUUID()]
  const send = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  await client.query('begin')
  if (transaction !== 'writes') {
    await send('locks', lockPersonAndFund, [[userId], accountId])
    await send('before', findBefore, [[userId], new Date(Date.now() - dayMs), accountId, key])
  }
  await send(
    'grant',
    `with draft as (delete from grant_draft where account_id = $2 and draft_id = $6)
     insert into grant_recommendation (grant_id, account_id, charity_id, charity_name, amount_minor, purpose_code,
       naming_code, recommended_by, recommended_on, idempotency_key)
     values ($1, $2, $3, 'Bench Charity', 25000, 'where_needed', 'fund_only', $4, $5, $6)`,
    [grantId, accountId, charityId, userId, today, key],
  )
  await send(
    'entry',
    `with entry as (insert into journal_entry (entry_id, kind, currency, effective_date, grant_id, actor_user_id)
       values ($1, 'grant_recommended', 'USD', $2, $3, $4))
     insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
     values ($1, 1, 'spendable', $5, 11, $2, -25000), ($1, 2, 'pending', $5, 11, $2, 25000)`,
    [entryId, today, grantId, userId, accountId],
  )
  await send(
    'step',
    `insert into grant_history_entry (grant_id, step, transition, to_status_code, actor_user_id, actor_name, actor_side, evidence, entry_id)
     values ($1, 1, 'recommend', 1, $2, 'Bench Reader', 'fund', $4::jsonb, $3)`,
    [grantId, userId, entryId, evidence(charityId)],
  )
  await send('job', `select job.add('mail-grant-step', $1::jsonb, null, null)`, [
    JSON.stringify({ client: 'npt', grantId, step: 1 }),
  ])
  if (transaction === 'recorded')
    await send(
      'event',
      `select record_command('grant-recommended', $1::uuid, null, '127.0.0.1'::inet, now(), $2::jsonb)`,
      [userId, JSON.stringify({ client: 'npt', account: accountId, grantId, amountMinor: '25000' })],
    )
  await client.query('commit')
}

/** The recommendations of a person run one after another, because they are added up; the status of the fund cannot change meanwhile. */
const lockPersonAndFund = `
  with people as materialized (
    select pg_advisory_xact_lock(hashtextextended('recommends:' || user_id, 0)) from unnest($1::text[]) as p (user_id)
  )
  select a.account_status from (select count(*) from people) locked, fund_account a
  where a.account_id = $2 for no key update of a`

/** The grant of the same key, and what the person recommended within a day. */
const findBefore = `
  select (select coalesce(sum(amount_minor), 0) from grant_recommendation
      where created_at > $2 and (recommended_by = any($1::uuid[]) or on_behalf_of = any($1::uuid[]))) as sum_minor, g.grant_id
  from (select 1) once left join grant_recommendation g on g.account_id = $3 and g.idempotency_key = $4`

/** As long as what the portal stores about the charity. */
const evidence = (charityId: string): string =>
  JSON.stringify({
    charityId,
    name: 'BENCH CHARITY',
    register: 'irs-bmf',
    sourceFile: 'eo1.csv',
    fileDate: today,
    sourceLine: 4711,
    readAt: `${today}T12:00:00.000Z`,
    outcome: 'yes',
    reason: 'public-charity',
    basis: {
      ...{ subsection: '03', foundation: '15', deductibility: '1', status: '01' },
      ...{ removedOn: null, leftOn: null, isUnread: false, vetting: null },
    },
  })
