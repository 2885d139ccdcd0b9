import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dateOf, type IsoDate } from '../domain/dates.ts'
import { getContent } from '../features/content/content.contract.ts'
import { listContentItems, listContentVersions } from '../features/content/editing.contract.ts'
import { getStatement } from '../features/fund-activity/fund-activity.contract.ts'
import { getStaffGrant, listGrantQueue } from '../features/grants/grants.contract.ts'
import type { Databases } from '../server/db/pools.ts'
import { books, clients } from '../tenants/index.ts'
import { startTestApp, type TestApp, type TestSession } from '../testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database/database.ts'
import { cheapPasswords, type MadeUser } from '../testing/factories/make-user.ts'
import { makeDemonstration } from './make-demo.ts'
import { type DemoUser, demoEmail, demoPeople } from './people/demo-users.ts'
import { drawsOf } from './random.ts'

const password = 'a password of the demonstration'
const fundsPerBook = 12
/** Stands still, so that midnight does not fall between two looks at the data. */
const clock = testClock(new Date())
const clientNames = Object.keys(clients)

let portal: TestApp

const make = (databases: Databases) =>
  makeDemonstration({
    databases,
    password,
    log: pino({ level: 'silent' }),
    clock,
    fundsPerBook,
    passwords: cheapPasswords,
  })

beforeAll(async () => {
  portal = await startTestApp({ clock })
  await make(portal.databases)
}, 120_000)
afterAll(() => portal.close())

async function userOf(user: DemoUser, realm: string): Promise<MadeUser> {
  const email = demoEmail(user, realm)
  const { user_id: userId } = await portal.databases
    .realm(realm)
    .selectFrom('app_user')
    .select('user_id')
    .where('sso_id', '=', email)
    .executeTakeFirstOrThrow()
  const { firstName, lastName } = demoPeople[user]
  return { realm, userId, ssoId: email, email, firstName, lastName }
}

const sessionOf = async (user: DemoUser, client: string): Promise<TestSession> =>
  portal.sessionFor(await userOf(user, clients[client]?.realm ?? ''), { client })

const rowsOf = async <Row extends object>(sql: string, database: TestDatabase = portal.database) =>
  (await database.admin.query<Row>(sql)).rows

describe('open-points 7 the demonstration has editors at work', () => {
  test.each([
    ['npt', { draft: 1, declined: 0, awaiting: 1, scheduled: 1 }],
    ['rathbones', { draft: 1, declined: 0, awaiting: 0, scheduled: 1 }],
    ['ubs', { draft: 0, declined: 0, awaiting: 0, scheduled: 0 }],
  ])('at %s there is this under way', async (client, work) => {
    const as = await sessionOf('editor', client)
    const { reply } = await portal.call(listContentItems, {}, { as })
    expect(reply.meta.counts.work).toEqual(work)
    const params = { kind: 'block', name: 'home-visitor' } as const
    const versions = await portal.call(listContentVersions, { params }, { as })
    expect(versions.reply.meta.total).toBe(client === 'ubs' ? 0 : 3)
    const home = await portal.call(getContent, { params: { place: 'home' } }, { client })
    expect(home.reply.blocks[0]?.title).toBe('Giving that is looked after')
  })
})

describe('issue 2.1 demonstration users', () => {
  test.each(Object.keys(demoPeople))('%s signs in with the password of the demonstration', async user => {
    const session = await portal.signInAs(await userOf(user as DemoUser, 'npt'), password)
    expect(session.headers.authorization).toMatch(/^Bearer /)
  })

  test.each(clientNames)('each stands in their relation to funds of %s', async client => {
    const book = clients[client]?.book.name
    const rows = await rowsOf<{ role: string; user: string; funds: number }>(
      `select r.account_role_code as role, split_part(p.email, '@', 1) as user, count(*)::int as funds
         from account_relationship r join party p using (book, party_id)
        where book = '${book}' and p.user_id is not null group by 1, 2 order by 1`,
    )
    expect(rows).toEqual([
      { role: 'banker', user: 'banker', funds: 5 },
      { role: 'donor', user: 'donor', funds: 3 },
      { role: 'joint_donor', user: 'joint', funds: 1 },
      { role: 'primary_advisor', user: 'advisor', funds: 3 },
      { role: 'service_team', user: 'service', funds: fundsPerBook },
      { role: 'viewer', user: 'viewer', funds: 2 },
    ])
  })
})

describe('open-points 5 the demonstration’s ledger', () => {
  test('has no entry that does not add up to zero', async () => {
    const [sums] = await rowsOf(
      `select count(*)::int > 1000 as many, bool_and(total = 0) as balanced
         from (select sum(amount_minor) as total from posting group by book, entry_id) e`,
    )
    expect(sums).toEqual({ many: true, balanced: true })
  })

  test('keeps as each fund’s balance the sum of its postings', async () => {
    const differing = await rowsOf(
      `select b.account_id from account_balance b
         join (select book, account_id, sum(amount_minor) filter (where ledger = 'spendable') as spendable,
                 sum(amount_minor) filter (where ledger = 'excluded') as excluded,
                 sum(amount_minor) filter (where ledger = 'pending') as pending
               from posting where account_id is not null group by 1, 2) p using (book, account_id)
        where (b.spendable_minor, b.excluded_minor, b.pending_minor)
          is distinct from (coalesce(spendable, 0), coalesce(excluded, 0), coalesce(pending, 0))`,
    )
    expect(differing).toEqual([])
  })

  test('never takes the available balance below zero on any day of the past', async () => {
    const [lowest] = await rowsOf(
      `select min(available) >= 0 as holds from (
         select sum(sum(amount_minor)) over (partition by book, account_id order by effective_date) as available
           from posting where ledger = 'spendable' group by book, account_id, effective_date) d`,
    )
    expect(lowest).toEqual({ holds: true })
  })

  test('says truly when it was recorded, and of what day', async () => {
    const [times] = await rowsOf(
      `select bool_and(recorded_at > now() - interval '1 hour') as recorded_now,
              min(effective_date) < current_date - 1800 as goes_back, max(effective_date) <= current_date as not_ahead
         from journal_entry`,
    )
    expect(times).toEqual({ recorded_now: true, goes_back: true, not_ahead: true })
  })

  test('has every kind of entry that a statement shows, Gift Aid in pounds alone', async () => {
    const rows = await rowsOf<{ currency: string; kinds: string[] }>(
      'select currency, array_agg(distinct kind) as kinds from journal_entry group by currency order by currency',
    )
    const [pounds, dollars] = rows.map(row => new Set(row.kinds))
    expect([pounds?.has('gift_aid'), dollars?.has('gift_aid')]).toEqual([true, false])
    for (const kinds of [pounds, dollars])
      expect([...(kinds ?? [])]).toEqual(
        expect.arrayContaining([
          'contribution_cash',
          'contribution_wire',
          'contribution_securities',
          'contribution_illiquid',
          'gain',
          'loss',
          'income',
          'administrative_fee',
          'investment_fee',
          'other',
          'transfer',
          'release',
          'grant_recommended',
          'grant_approved',
          'grant_released',
          'grant_paid',
          'grant_returned',
        ]),
      )
  })

  test('leaves nothing in a closed fund, and nothing has happened in one that is not open yet', async () => {
    const rows = await rowsOf(
      `select account_status as status, bool_and(coalesce(spendable_minor + excluded_minor + pending_minor, 0) = 0) as empty,
              bool_and(b.account_id is null) as untouched
         from fund_account a left join account_balance b using (book, account_id)
        where account_status <> 'Active' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { status: 'Closed', empty: true, untouched: false },
      { status: 'Entered', empty: true, untouched: true },
      { status: 'Immobile', empty: false, untouched: false },
    ])
  })
})

test.each(clientNames)('§2.6 any statement of any fund of %s adds up', async client => {
  const { book, timeZone } = clients[client] ?? { book: { name: '' }, timeZone: '' }
  const today = dateOf(clock.now(), timeZone)
  const as = await sessionOf('auditor', client)
  const draws = drawsOf('ranges')
  const funds = await rowsOf<{ fund_id: string }>(
    `select fund_id from fund_account where book = '${book.name}'`,
  )
  expect(funds).toHaveLength(fundsPerBook)
  for (const { fund_id } of funds)
    for (let range = 0; range < 3; range++) {
      const to = addDays(today, -draws.whole(0, 1_000))
      const from = addDays(to, -draws.whole(0, 900))
      const fundId = Number(fund_id)
      const { reply } = await portal.call(
        getStatement,
        { params: { fundId }, query: { from, to } },
        { as, fundId },
      )
      expectToAddUp(reply, from)
    }
})

function expectToAddUp(reply: Awaited<ReturnType<typeof statementOf>>, from: IsoDate): void {
  const total = new Map(reply.sections.map(line => [line.section, line.totalMinor]))
  const flow = [1, 2, 3, 4, 5, 6, 7, 8].reduce((sum, section) => sum + (total.get(section) ?? 0n), 0n)
  expect((total.get(0) ?? 0n) + flow, `ending balance from ${from}`).toBe(total.get(10))
  const { summary } = reply
  expect(summary).not.toBeNull()
  expect((total.get(10) ?? 0n) - (total.get(11) ?? 0n) - (total.get(9) ?? 0n)).toBe(summary?.availableMinor)
  expect(summary?.availableMinor).toBeGreaterThanOrEqual(0n)
}

async function statementOf(client: string, fundId: number) {
  const today = dateOf(clock.now(), clients[client]?.timeZone ?? '')
  const range = { from: addDays(today, -1_900), to: today }
  const as = await sessionOf('donor', client)
  return (await portal.call(getStatement, { params: { fundId }, query: range }, { as, fundId })).reply
}

test('§2.4 the donor’s main fund holds some 1.28 million, of which 30,000 is pending and something excluded', async () => {
  const { summary } = await statementOf('npt', 204318)
  expect(summary?.pendingMinor).toBe(30_000_00n)
  expect(summary?.excludedMinor).toBeGreaterThan(0n)
  expect(Math.abs(Number(summary?.endingMinor) / 100 - 1_280_000)).toBeLessThan(10_000)
})

describe.each(clientNames)('open-points 6 the grants of %s', client => {
  test('stand in every state, information needed among them', async () => {
    const rows = await rowsOf<{ status: number; asked: boolean }>(
      `select distinct transaction_status_code as status, bool_or(review_state = 'information_needed') as asked
         from grant_recommendation where book = '${clients[client]?.book.name}' group by 1 order by 1`,
    )
    expect(rows.map(row => row.status)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(rows.some(row => row.asked)).toBe(true)
  })

  test('wait in both queues, a dozen and more, of different ages', async () => {
    const as = await sessionOf('super', client)
    for (const queue of ['to-approve', 'to-pay'] as const) {
      const { reply } = await portal.call(listGrantQueue, { query: { queue, first: 50 } }, { as })
      expect(reply.data.length).toBeGreaterThanOrEqual(12)
      expect(new Set(reply.data.map(row => row.ageDays)).size).toBeGreaterThan(5)
    }
  })

  test('open-points 3 one is for the other super user, who did not recommend it', async () => {
    const { realm = '', book } = clients[client] ?? {}
    const recommender = await userOf('super', realm)
    const [found] = await rowsOf<{ grant_id: string }>(
      `select grant_id from grant_recommendation
        where book = '${book?.name}' and transaction_status_code = 1 and recommended_by = '${recommender.userId}'`,
    )
    const params = { grantId: found?.grant_id ?? '' }
    const own = await portal.call(getStaffGrant, { params }, { as: await sessionOf('super', client) })
    const other = await portal.call(getStaffGrant, { params }, { as: await sessionOf('super2', client) })
    expect(own.reply.may.approve).not.toBeNull()
    expect(other.reply.may.approve).toBeNull()
  })
})

test('§4 the staff noted of the charities who is paid by EFT, and that one of each register was rejected and one deleted', async () => {
  const rows = await rowsOf(
    `select register, count(*) filter (where default_payment_type_code = 16) > 50 as eft,
            count(*) filter (where party_grantee_status = 'Rejected')::int as rejected,
            count(*) filter (where party_status = 'Deleted')::int as deleted
       from charity_profile join charity using (charity_id) group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { register: 'irs-bmf', eft: true, rejected: 1, deleted: 1 },
    { register: 'uk', eft: true, rejected: 1, deleted: 1 },
  ])
})

test('open-points 2 at the transatlantic client the donor has accounts in both books, three in each', async () => {
  const client = Object.values(clients).find(each => each.secondaryBook !== null)
  const rows = await rowsOf(
    `select book, count(*)::int as funds from account_relationship join party using (book, party_id)
      where account_role_code = 'donor' and email = '${demoEmail('donor', client?.realm ?? '')}' group by 1 order by 1`,
  )
  expect(rows).toEqual([client?.book, client?.secondaryBook].map(book => ({ book: book?.name, funds: 3 })))
})

test('§4 each fund of the donor has a charity list', async () => {
  const rows = await rowsOf<{ charities: number }>(
    'select count(*)::int as charities from charity_list_entry group by book, account_id',
  )
  expect(rows).toHaveLength(3 * books.length)
  for (const { charities } of rows) expect([5, 6, 7, 8]).toContain(charities)
})

test('nobody is mailed about what is long ago', async () => {
  const [left] = await rowsOf(
    `select (select count(*)::int from graphile_worker._private_jobs) as jobs, (select count(*)::int from outgoing_mail) as mails`,
  )
  expect(left).toEqual({ jobs: 0, mails: 0 })
})

test('issue 2.7 a second database made on the same day shows the same people, funds and figures', async () => {
  const second = await createTestDatabase()
  try {
    await make(second.databases)
    for (const shown of [
      `select book, fund_id, account_name, account_status, donor_name, opened_on, closed_on, spendable_minor, excluded_minor,
         pending_minor from fund_account left join account_balance using (book, account_id) order by book, fund_id`,
      `select book, fund_id, kind, section, e.effective_date as day, amount_minor, comment
         from posting p join journal_entry e using (book, entry_id) join fund_account using (book, account_id)
        order by book, fund_id, e.transaction_id, p.line`,
      `select book, fund_id, charity_name, amount_minor, transaction_status_code, purpose_text, naming_code, recommended_on,
         paid_on, payment_reference, returned_minor
         from grant_recommendation join fund_account using (book, account_id) order by book, fund_id, transaction_id`,
      'select book, name, address_line1, city from party order by book, name, address_line1',
    ])
      expect(await rowsOf(shown, second)).toEqual(await rowsOf(shown))
  } finally {
    await second.drop()
  }
}, 120_000)
