import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeContribution, makeEntry } from '../../../testing/factories/make-contribution.ts'
import type { EntryKind } from '../domain/entry.ts'
import {
  contributionPostings,
  excludedReleasePostings,
  feePostings,
  marketPostings,
  otherPostings,
  type Posting,
  reservePostings,
  returnPostings,
  transferPostings,
  unreservePostings,
} from '../domain/postings.ts'

let database: TestDatabase
let other: MadeAccount

beforeAll(async () => {
  database = await createTestDatabase()
  other = await makeAccount(database.databases)
  await makeContribution(database.databases, other, 1_000_00n)
})
afterAll(() => database.drop())

const events: Readonly<Record<string, [EntryKind, (accountId: string) => Posting[]]>> = {
  'a contribution': ['contribution_cash', id => contributionPostings(id, 10_00n, 'spendable')],
  'a gain': ['gain', id => marketPostings(id, 10_00n)],
  'a fee': ['administrative_fee', id => feePostings(id, 10_00n)],
  'other activity': ['other', id => otherPostings(id, -10_00n)],
  'a transfer out': ['transfer', id => transferPostings(id, other.accountId, 10_00n)],
  'a transfer in': ['transfer', id => transferPostings(other.accountId, id, 10_00n)],
  'the release of an excluded asset': ['release', id => excludedReleasePostings(id, 10_00n)],
  'a reserve for a grant': ['grant_recommended', id => reservePostings(id, 10_00n)],
  'the end of a reserve': ['grant_released', id => unreservePostings(id, 10_00n)],
  'a paid grant': [
    'grant_paid',
    id => [
      { ledger: 'pending', accountId: id, section: 2, amountMinor: -10_00n },
      { ledger: 'granted', amountMinor: 10_00n },
    ],
  ],
  'a returned grant': ['grant_returned', id => returnPostings(id, 10_00n)],
}

const accepted: Readonly<Record<'Entered' | 'Immobile' | 'Closed', readonly string[]>> = {
  Entered: ['a contribution'],
  Immobile: [
    'a gain',
    'a fee',
    'the release of an excluded asset',
    'the end of a reserve',
    'a paid grant',
    'a returned grant',
  ],
  Closed: [],
}

async function accountOf(status: keyof typeof accepted): Promise<MadeAccount> {
  if (status !== 'Immobile') return await makeAccount(database.databases, { status })
  const account = await makeAccount(database.databases)
  await makeContribution(database.databases, account, 100_00n)
  await makeContribution(database.databases, account, 100_00n, { into: 'excluded' })
  await makeEntry(database.databases, account, {
    kind: 'grant_recommended',
    postings: reservePostings(account.accountId, 50_00n),
  })
  await setStatusOf(database.admin, account.accountId, status)
  return account
}

const post = (account: MadeAccount, event: string) => {
  const [kind, postings] = events[event] ?? []
  if (!kind || !postings) throw new Error(`no event ${event}`)
  return makeEntry(database.databases, account, {
    kind,
    postings: postings(account.accountId),
    comment: 'A test',
  })
}

describe.each(Object.entries(accepted))('an account that is %s', (status, events_) => {
  test(`accepts ${events_.join(', ') || 'no entry'} and refuses everything else (§12)`, async () => {
    const account = await accountOf(status as keyof typeof accepted)
    for (const event of Object.keys(events)) {
      const outcome = await post(account, event).then(
        () => 'accepted',
        error => error.constraint,
      )
      expect([event, outcome]).toEqual([event, events_.includes(event) ? 'accepted' : 'status_accepts_entry'])
    }
  })
})

test('a contribution into an Entered account can be reversed, for a check that bounced (§12)', async () => {
  const account = await makeAccount(database.databases, { status: 'Entered' })
  const entryId = await makeContribution(database.databases, account, 100_00n)
  await database.admin.query(
    `with e as (
       insert into journal_entry (book, kind, currency, effective_date, reverses_entry_id)
       values ('npt', 'reversal', 'USD', date '2026-01-16', $1) returning entry_id
     )
     insert into posting (book, entry_id, line, ledger, account_id, section, effective_date, amount_minor)
     select 'npt', entry_id, line, ledger, account_id, section, date '2026-01-16', amount
     from e, (values (1, 'spendable', $2::uuid, 1, -10000), (2, 'received', null, null, 10000))
       as p (line, ledger, account_id, section, amount)`,
    [entryId, account.accountId],
  )
  const { rows } = await database.admin.query(
    'select spendable_minor::int as spendable from account_balance where account_id = $1',
    [account.accountId],
  )
  expect(rows).toEqual([{ spendable: 0 }])
})

test('the database refuses the second of a contribution and the closing of an account that run concurrently', async () => {
  for (const first of ['contribution', 'closing'] as const) {
    const account = await makeAccount(database.databases)
    const client = await database.admin.connect()
    try {
      await client.query('begin')
      const entry = `with e as (
          insert into journal_entry (book, kind, currency, effective_date)
          values ('npt', 'contribution_cash', 'USD', date '2026-01-16') returning entry_id
        )
        insert into posting (book, entry_id, line, ledger, account_id, section, effective_date, amount_minor)
        select 'npt', entry_id, line, ledger, account_id, section, date '2026-01-16', amount
        from e, (values (1, 'spendable', '${account.accountId}'::uuid, 1, 100), (2, 'received', null, null, -100))
          as p (line, ledger, account_id, section, amount)`
      if (first === 'contribution') await client.query(entry)
      else await setStatusOf(client, account.accountId, 'Closed')
      const second =
        first === 'contribution'
          ? setStatusOf(database.admin, account.accountId, 'Closed')
          : makeContribution(database.databases, account, 100n)
      const refused = second.then(
        () => 'accepted',
        error => error.constraint,
      )
      await client.query('select pg_sleep(0.05)')
      await client.query('commit')
      expect(await refused).toBe(first === 'contribution' ? 'closed_account_empty' : 'status_accepts_entry')
    } finally {
      client.release()
    }
  }
})
