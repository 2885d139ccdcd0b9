import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { rolePassword } from '../../src/server/db/login-roles.ts'
import type { BenchDatabase } from '../bench.ts'

/**
 * The baseline of the grant command: the same SQL transaction through `pg` alone, over as many connections, with named
 * statements. It uses the same database role, because `job.add` requires it. Returns grants per second.
 */
export async function baselineGrants(
  database: BenchDatabase,
  about: {
    accounts: readonly string[]
    userId: string
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
        await oneGrant(client, about.accounts[done % about.accounts.length] ?? '', about)
        done += 1
      }
      await client.end()
    }),
  )
  return done / about.seconds
}

const today = new Date().toISOString().slice(0, 10)

async function oneGrant(
  client: pg.Client,
  accountId: string,
  { userId, charityId }: { userId: string; charityId: string },
): Promise<void> {
  const [grantId, entryId] = [randomUUID(), randomUUID()]
  const send = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  await client.query('begin')
  await send(
    'grant',
    `insert into grant_recommendation (grant_id, account_id, charity_id, charity_name, amount_minor, purpose_code,
       naming_code, recommended_by, recommended_on, idempotency_key)
     values ($1, $2, $3, 'Bench Charity', 25000, 'where_needed', 'fund_only', $4, $5, $6)
     on conflict (book, account_id, idempotency_key) do nothing`,
    [grantId, accountId, charityId, userId, today, randomUUID()],
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
     select $1, coalesce(max(step), 0) + 1, 'recommend', 1, $2, 'Bench Reader', 'fund', '{}'::jsonb, $3
     from grant_history_entry where grant_id = $1 returning step`,
    [grantId, userId, entryId],
  )
  await send('job', `select job.add('mail-grant-step', $1::jsonb, null, null)`, [
    JSON.stringify({ client: 'npt', grantId, step: 1 }),
  ])
  await client.query('commit')
}
