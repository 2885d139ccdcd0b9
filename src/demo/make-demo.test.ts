import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { books, clientNamed, clients, realms } from '../clients/clients.ts'
import { getContent } from '../contract/published-content.contract.ts'
import { getSession } from '../contract/session.contract.ts'
import { entriesOf } from '../domain/keys-of.ts'
import { listContentItems, listContentVersions } from '../features/content/editing.contract.ts'
import { listCases } from '../features/estate-cases/estate-cases.contract.ts'
import { getStaffGrant, listGrantQueue } from '../features/grants/review/staff-grants.contract.ts'
import { getBankMonth } from '../features/reconciliation/bank-month.contract.ts'
import { listBankAccounts, listSuspenseItems } from '../features/reconciliation/reconciliation.contract.ts'
import { configuredSets } from '../features/users/server/staff-sets.ts'
import { createTestDatabase } from '../testing/database/database.ts'
import { describeDemoLedger } from '../testing/describe-demo-ledger.ts'
import { describeDemoRuns } from '../testing/describe-demo-runs.ts'
import { describeDemoVettings } from '../testing/describe-demo-vettings.ts'
import {
  type Demonstration,
  demoPassword,
  fundsPerBook,
  startDemonstration,
} from '../testing/factories/make-demonstration.ts'
import { isLong, propertyTimeoutMs } from '../testing/property-runs.ts'
import { demoStaff, realmsWithStaff } from './people/demo-staff.ts'
import { type DemoUser, demoEmail, demoPeople } from './people/demo-users.ts'
import { oneCurrencyEmail } from './people/one-currency-donor.ts'

const clientNames = Object.keys(clients)

let demo: Demonstration

beforeAll(async () => {
  demo = await startDemonstration()
}, 300_000)
afterAll(() => demo.close())

describeDemoLedger(() => demo)

describe('the content of the seed data (§17)', () => {
  test.each([
    ['npt', { draft: 1, declined: 0, awaiting: 1, scheduled: 1 }],
    ['rathbones', { draft: 1, declined: 0, awaiting: 0, scheduled: 1 }],
    ['ubs', { draft: 0, declined: 0, awaiting: 0, scheduled: 0 }],
  ])('has this work in progress at %s', async (client, work) => {
    const as = await demo.sessionOf('editor', client)
    const { reply } = await demo.portal.call(listContentItems, {}, { as })
    expect(reply.meta.counts.work).toEqual(work)
    const params = { kind: 'block', name: 'home-visitor' } as const
    const versions = await demo.portal.call(listContentVersions, { params }, { as })
    expect(versions.reply.meta.total).toBe(client === 'ubs' ? 0 : 3)
    const home = await demo.portal.call(getContent, { params: { place: 'home' } }, { client })
    expect(home.reply.blocks[0]?.title).toBe(
      client === 'ubs' ? 'A simpler way to give' : 'Giving made simple',
    )
  })
})

describe('the cases of the seed data', () => {
  test.each(clientNames)('has a case at %s that waits for a second person', async client => {
    const as = await demo.sessionOf('super2', client)
    const { reply } = await demo.portal.call(listCases, { query: {} }, { as })
    expect(reply.data).toMatchObject([{ kind: 'death', state: 'opened' }])
  })
})

test('each book has a charity with a logo and a profile, to which one fund gave more than ten grants (§2.7)', async () => {
  const rows = await demo.rowsOf<{ book: string; most: number }>(`
    select book, max(grants)::int as most from (
      select g.book, count(*) as grants from grant_recommendation g
      where transaction_status_code not in (5, 7) and exists (
        select from charity_profile p where p.charity_id = g.charity_id
          and p.logo_name is not null and p.website is not null and p.candid_url is not null)
      group by g.book, g.account_id, g.charity_id) counted
    group by book`)
  expect(rows.map(({ book }) => book).toSorted()).toEqual(books.map(({ name }) => name).toSorted())
  for (const { book, most } of rows) expect(most, book).toBeGreaterThanOrEqual(12)
})

describeDemoRuns(() => demo)

describe('the users of the seed data', () => {
  test.each(entriesOf(demoStaff))(
    'signs in %s at npt and rathbones, with what the set gives',
    async (name, { set }) => {
      for (const realm of realmsWithStaff) {
        const as = await demo.portal.signInAs({ realm, ssoId: `${name}@${realm}.example` }, demoPassword)
        const { reply } = await demo.portal.call(getSession, {}, { as })
        const configured = configuredSets(clientNamed(realm)).find(({ name: each }) => each === set)
        expect(new Set(reply.actions)).toEqual(new Set(configured?.actions))
      }
    },
  )

  test.each(Object.keys(demoPeople))('signs in %s with the demonstration’s password', async user => {
    const session = await demo.portal.signInAs(await demo.userOf(user as DemoUser, 'npt'), demoPassword)
    expect(session.headers.authorization).toMatch(/^Bearer /)
  })

  test.each(clientNames)('relates each user to funds of %s', async client => {
    const book = clients[client]?.book.name
    const rows = await demo.rowsOf<{ role: string; user: string; funds: number }>(
      `select r.account_role_code as role, split_part(p.email, '@', 1) as user, count(*)::int as funds
         from account_relationship r join party p using (book, party_id)
        where book = '${book}' and p.user_id is not null and split_part(p.email, '@', 1) <> 'one-currency'
        group by 1, 2 order by 1`,
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

describe.each(clientNames)('the grants of %s (§13)', client => {
  test('cover every state, including information needed', async () => {
    const rows = await demo.rowsOf<{ status: number; needs_information: boolean }>(
      `select distinct transaction_status_code as status, bool_or(review_state = 'information_needed') as needs_information
         from grant_recommendation where book = '${clients[client]?.book.name}' group by 1 order by 1`,
    )
    expect(rows.map(row => row.status)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(rows.some(row => row.needs_information)).toBe(true)
  })

  test('fill both queues with at least a dozen grants of different ages', async () => {
    const as = await demo.sessionOf('super', client)
    for (const queue of ['to-approve', 'to-pay'] as const) {
      const { reply } = await demo.portal.call(listGrantQueue, { query: { queue, first: 50 } }, { as })
      expect(reply.data.length).toBeGreaterThanOrEqual(12)
      expect(new Set(reply.data.map(row => row.ageDays)).size).toBeGreaterThan(5)
    }
  })

  test('include one that only the other super user may approve (§14)', async () => {
    const { realm = '', book } = clients[client] ?? {}
    const recommender = await demo.userOf('super', realm)
    const [found] = await demo.rowsOf<{ grant_id: string }>(
      `select grant_id from grant_recommendation
        where book = '${book?.name}' and transaction_status_code = 1 and recommended_by = '${recommender.userId}'`,
    )
    const params = { grantId: found?.grant_id ?? '' }
    const own = await demo.portal.call(
      getStaffGrant,
      { params },
      { as: await demo.sessionOf('super', client) },
    )
    const other = await demo.portal.call(
      getStaffGrant,
      { params },
      { as: await demo.sessionOf('super2', client) },
    )
    expect(own.reply.commands.approve).not.toBeNull()
    expect(other.reply.commands.approve).toBeNull()
  })
})

test('has charity profiles in each realm: many paid by EFT, and one rejected and one deleted in each register (§4)', async () => {
  const rows = await demo.rowsOf(
    `select realm, register, count(*) filter (where default_payment_type_code = 16) > 50 as eft,
            count(*) filter (where party_grantee_status = 'Rejected')::int as rejected,
            count(*) filter (where party_status = 'Deleted')::int as deleted
       from charity_profile join charity using (charity_id) group by 1, 2 order by 1, 2`,
  )
  const registersOf = (realm: string) =>
    new Set(
      Object.values(clients)
        .flatMap(each => (each.realm === realm ? each.charityRegisters : []))
        .filter(register => !register.startsWith('vetted-')),
    )
  const expected = realms
    .toSorted()
    .flatMap(realm =>
      [...registersOf(realm)]
        .toSorted()
        .map(register => ({ realm, register, eft: true, rejected: 1, deleted: 1 })),
    )
  expect(rows).toEqual(expected)
  const rejected = await demo.rowsOf<{ charities: number }>(
    `select count(distinct charity_id)::int as charities from charity_profile where party_grantee_status = 'Rejected'`,
  )
  expect(rejected).toEqual([{ charities: expected.length }])
})

test('gives the donor three accounts in each book of the transatlantic client (§15)', async () => {
  const client = Object.values(clients).find(each => each.secondaryBook !== null)
  const rows = await demo.rowsOf(
    `select book, count(*)::int as funds from account_relationship join party using (book, party_id)
      where account_role_code = 'donor' and email = '${demoEmail('donor', client?.realm ?? '')}' group by 1 order by 1`,
  )
  expect(rows).toEqual([client?.book, client?.secondaryBook].map(book => ({ book: book?.name, funds: 3 })))
})

test('gives a donor an account in one currency of the transatlantic client alone (§15)', async () => {
  const client = Object.values(clients).find(each => each.secondaryBook !== null)
  const rows = await demo.rowsOf(
    `select book, account_role_code as role, account_status as status from account_relationship
      join party using (book, party_id) join fund_account using (book, account_id) join app_user using (user_id)
      where sso_id = '${oneCurrencyEmail(client?.realm ?? '')}'`,
  )
  expect(rows).toEqual([{ book: client?.book.name, role: 'donor', status: 'Active' }])
})

test('has a charity list for each fund of the donor (§4)', async () => {
  const rows = await demo.rowsOf<{ charities: number }>(
    'select count(*)::int as charities from charity_list_entry group by book, account_id',
  )
  expect(rows).toHaveLength(3 * books.length)
  for (const { charities } of rows) expect([5, 6, 7, 8]).toContain(charities)
})

test.each(['npt', 'rathbones'])(
  'has a month of %s to reconcile, with debits to explain and credits in suspense',
  async client => {
    const as = await demo.sessionOf('super', client)
    const { reply } = await demo.portal.call(listBankAccounts, {}, { as })
    for (const { key, nextMonth, closedOn, gaps } of reply.data) {
      expect([closedOn?.slice(0, 7), gaps]).toEqual([nextMonth, []])
      const month = await demo.portal.call(
        getBankMonth,
        { params: { account: key, month: nextMonth } },
        { as },
      )
      expect(month.reply.figures.differenceMinor).toBe(0n)
      expect(month.reply.refusal).toMatch(/^Explain the debits/)
      expect(month.reply.figures.booked.map(({ kind }) => kind)).toContain('suspense')
    }
    const { data } = (await demo.portal.call(listSuspenseItems, { query: {} }, { as })).reply
    expect(data.flatMap(({ suggestions }) => suggestions)).not.toEqual([])
    expect(data.flatMap(({ transfers }) => transfers)).toMatchObject([{ accountName: 'Contributions' }])
  },
)

test('sends no mail about past grants', async () => {
  const [left] = await demo.rowsOf(
    // The signed applications are sealed, and the receipts issued, when the program starts.
    `select (select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier not in ('seal-envelope', 'advance-application', 'issue-receipt')) as jobs,
      (select count(*)::int from outgoing_mail) as mails`,
  )
  expect(left).toEqual({ jobs: 0, mails: 0 })
})

// Writing all of it again takes half a minute.
test.runIf(isLong)(
  'writes the same people, funds and figures into a second database on the same day',
  async () => {
    const second = await createTestDatabase()
    try {
      await demo.makeAgain(second.databases)
      for (const query of [
        `select book, fund_id, account_name, account_status, donor_name, opened_on, closed_on, spendable_minor, excluded_minor,
         pending_minor from fund_account left join account_balance using (book, account_id) order by book, fund_id`,
        `select book, fund_id, kind, section, e.effective_date as day, amount_minor, comment
         from posting p join journal_entry e using (book, entry_id) join fund_account using (book, account_id)
        order by book, fund_id, e.transaction_id, p.line`,
        `select book, fund_id, charity_name, amount_minor, transaction_status_code, purpose_text, naming_code, recommended_on,
         paid_on, payment_method, returned_minor
         from grant_recommendation join fund_account using (book, account_id) order by book, fund_id, transaction_id`,
        'select book, name, address_line1, city from party order by book, name, address_line1',
      ])
        expect(await demo.rowsOf(query, second)).toEqual(await demo.rowsOf(query))
    } finally {
      await second.drop()
    }
  },
  propertyTimeoutMs,
)

// Last, because it approves grants.
describeDemoVettings(() => demo)
