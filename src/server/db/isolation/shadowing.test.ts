import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeContent } from '../../../testing/factories/make-content.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { bookRole, realmRole } from '../login-roles.ts'
import { hostileObjects } from './hostile-objects.ts'

// The database's checks must hold against SQL that runs on the portal's own connections. A check that looks up `posting`
// by the caller's search path would read a table with which the caller shadows it. Therefore the roles may create no objects
// (roles.test.ts), and the functions set their own search path. These tests disable the first defense to test the second.

let portal: TestApp
let fund: MadeFund
let staff: Person
let client: pg.Client

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
  staff = await makeStaff(portal)
  const { admin, name } = portal.database
  await admin.query(`grant temporary on database ${name} to public`)
  await admin.query('create schema hostile')
  await admin.query('grant usage, create on schema hostile to portal, identity')
  for (const statement of hostileObjects) await admin.query(statement)
  await admin.query('grant execute on all functions in schema hostile to public')
})
afterAll(() => portal.close())

const connectAs = async (login: string, role: string) => {
  client = new pg.Client({ ...portal.database.connection, user: login, options: `-c role=${role}` })
  await client.connect()
}
const asBook = () => connectAs(bookRole('npt'), 'portal')
const asRealm = () => connectAs(realmRole('npt'), 'identity')
const run = async (statements: readonly string[]) => {
  for (const statement of statements) await client.query(statement)
}
/** Fails if the attack itself has no effect, because a rejection would then say nothing about the check. */
const expectShadowed = async (name: string) => {
  const { rows } = await client.query(
    `select c.relnamespace = pg_my_temp_schema() as shadowed from pg_class c where c.oid = to_regclass($1)`,
    [name],
  )
  expect(rows, name).toEqual([{ shadowed: true }])
}
afterEach(() => client.end())

const hostileFirst = 'set search_path = hostile, pg_catalog, public'

describe('an unbalanced journal entry', () => {
  let entryId: string
  const balanced =
    () => `select 'npt', '${entryId}'::uuid, 1::smallint, 'spendable', null::uuid, null::smallint, date '2026-01-15', 1::bigint
    union all select 'npt', '${entryId}'::uuid, 2::smallint, 'received', null, null, date '2026-01-15', -1::bigint`
  const columns = 'book, entry_id, line, ledger, account_id, section, effective_date, amount_minor'

  beforeEach(async () => {
    entryId = randomUUID()
    await asBook()
  })

  const expectRefused = async () => {
    await client.query('begin')
    await client.query(
      `insert into public.journal_entry (entry_id, kind, currency, effective_date)
       values ($1, 'contribution_cash', 'USD', '2026-01-15')`,
      [entryId],
    )
    await client.query(
      `insert into public.posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
       values ($1, 1, 'spendable', $2, 1, '2026-01-15', 5000)`,
      [entryId, fund.accountId],
    )
    await expect(client.query('commit')).rejects.toMatchObject({ constraint: 'entry_balanced' })
  }

  test.each<[string, () => string[]]>([
    ['table', () => [`create temp table posting as select * from (${balanced()}) b (${columns})`]],
    ['view', () => [`create temp view posting (${columns}) as ${balanced()}`]],
    [
      'table put first by name',
      () => [
        `create temp table posting as select * from (${balanced()}) b (${columns})`,
        'set search_path = pg_temp, public',
      ],
    ],
  ])('is rejected despite a temporary %s named posting that balances it', async (_kind, attack) => {
    await run(attack())
    await expectShadowed('posting')
    await expectRefused()
  })

  test('is rejected despite a temporary table named journal_entry', async () => {
    await client.query('create temp table journal_entry (book text, entry_id uuid, effective_date date)')
    await expectShadowed('journal_entry')
    await expectRefused()
  })

  test('is rejected despite functions and operators of another schema', async () => {
    await client.query(hostileFirst)
    const { rows } = await client.query(
      'select sum(n::bigint) = 0 as lies, 1::numeric <> 0 as also from generate_series(1, 3) n',
    )
    expect(rows).toEqual([{ lies: true, also: false }])
    await expectRefused()
  })

  test('is rejected despite temporary functions and types with the names that the check uses', async () => {
    await run([
      `create function pg_temp.sum(bigint) returns bigint language sql as 'select 0::bigint'`,
      `create function pg_temp.no(numeric, integer) returns boolean language sql as 'select false'`,
      'create operator pg_temp.<> (leftarg = numeric, rightarg = integer, function = pg_temp.no)',
      'create type pg_temp.posting as (line smallint)',
      'set search_path = pg_temp, pg_catalog, public',
    ])
    await expectRefused()
  })
})

describe('a donor who approves their own grant', () => {
  let grantId: string

  beforeAll(async () => {
    grantId = await makeGrant(portal, fund)
  })
  beforeEach(asBook)

  const expectRefused = async (transition: string) => {
    await client.query('begin')
    const step = client.query(
      `insert into public.grant_history_entry (grant_id, step, transition, to_status_code, actor_user_id, actor_name)
       values ($1, 2, $2, 3, $3, 'The donor')`,
      [grantId, transition, fund.donor.user.userId],
    )
    await expect(step).rejects.toMatchObject({ constraint: 'not_own_grant' })
    await client.query('rollback')
  }

  test.each<[string, string]>([
    ['table', 'create temp table grant_recommendation (like public.grant_recommendation)'],
    [
      'view',
      'create temp view grant_recommendation as select * from public.grant_recommendation where false',
    ],
  ])('is rejected despite a temporary %s that hides the recommendation', async (_kind, attack) => {
    await client.query(attack)
    await expectShadowed('grant_recommendation')
    for (const transition of ['approve', 'pay']) await expectRefused(transition)
  })

  test('is rejected despite an operator of another schema that compares people', async () => {
    await client.query(hostileFirst)
    const { rows } = await client.query('select $1::uuid = $1::uuid as same', [grantId])
    expect(rows).toEqual([{ same: false }])
    await expectRefused('approve')
  })

  test('is rejected despite an operator of another schema that compares books', async () => {
    await client.query(hostileFirst)
    const { rows } = await client.query(`select 'npt'::text = 'npt'::text as same`)
    expect(rows).toEqual([{ same: false }])
    await expectRefused('pay')
  })
})

describe('a text under dual control', () => {
  let awaiting: { name: string }
  let author: Person

  beforeAll(async () => {
    author = await makeStaff(portal)
    awaiting = await makeContent(portal, {
      client: 'npt',
      author: author.user.userId,
      approver: staff.user.userId,
      state: 'awaiting',
    })
  })
  beforeEach(asRealm)

  /** Rolls back, so that the attacks are independent. */
  const attempt = async (statement: string) => {
    await client.query('begin')
    try {
      await client.query(statement, [awaiting.name, author.user.userId])
    } finally {
      await client.query('rollback')
    }
  }
  const approve = () =>
    attempt(
      `insert into public.content_decision (client, kind, name, number, decision, decided_by, decided_at, live_at)
       values ('npt', 'question', $1, 1, 'approved', $2, now(), now())`,
    )
  const submitAnother = () =>
    attempt(
      `insert into public.content_version (client, kind, name, number, change, submitted_by, submitted_at, editors, needs_dual_control)
       values ('npt', 'question', $1, 2, 'hide', $2::uuid, now(), array[$2::uuid], true)`,
    )
  const notByItsAuthor = { constraint: 'content_dual_control' }
  const oneAtATime = { constraint: 'content_one_pending_version' }

  // The last column of the forged type moves `needs_dual_control` to a column without a value.
  const forgedType = (
    schema: string,
  ) => `create type ${schema}.content_version as (realm text, client text, kind text,
    name text, number integer, change text, fields jsonb, publish_at timestamptz, submitted_by uuid, submitted_at timestamptz,
    editors uuid[], anything boolean, needs_dual_control boolean)`

  test.each<[string, string]>([
    ['table', 'create temp table content_version (like public.content_version)'],
    ['view', 'create temp view content_version as select * from public.content_version where false'],
  ])(
    'cannot be approved by its author despite a temporary %s that hides the version',
    async (_kind, attack) => {
      await client.query(attack)
      await expectShadowed('content_version')
      await expect(approve()).rejects.toMatchObject(notByItsAuthor)
      await expect(submitAnother()).rejects.toMatchObject(oneAtATime)
    },
  )

  test('cannot be approved by its author despite a type of the same name', async () => {
    await run(['begin', forgedType('hostile'), 'set local search_path = hostile, public'])
    await expect(approve()).rejects.toMatchObject(notByItsAuthor)
  })

  test('cannot be approved by its author despite a temporary type of the same name', async () => {
    await client.query(forgedType('pg_temp'))
    await expect(approve()).rejects.toMatchObject(notByItsAuthor)
  })

  test('stays the only pending version despite a temporary table of decisions', async () => {
    await client.query(
      `create temp table content_decision as select 'npt'::text as realm, 'npt'::text as client,
         'question'::text as kind, $1::text as name, 1 as number`.replace('$1', `'${awaiting.name}'`),
    )
    await expectShadowed('content_decision')
    await expect(submitAnother()).rejects.toMatchObject(oneAtATime)
  })

  test('follows its rules despite operators of another schema', async () => {
    await client.query(hostileFirst)
    await expect(submitAnother()).rejects.toMatchObject(oneAtATime)
    await expect(approve()).rejects.toMatchObject(notByItsAuthor)
  })
})

describe('a change of access', () => {
  beforeEach(asRealm)

  test('sends its notification despite functions of another schema with the same names', async () => {
    const listener = new pg.Client(portal.database.connection)
    await listener.connect()
    onTestFinished(() => listener.end())
    const received: string[] = []
    listener.on('notification', ({ payload }) => received.push(payload ?? ''))
    await listener.query('listen almoner_access')
    await client.query(hostileFirst)
    const { rowCount } = await client.query(
      'update public.app_user set email = email where user_id operator(pg_catalog.=) $1',
      [staff.user.userId],
    )
    expect(rowCount).toBe(1)
    const { rows } = await listener.query('select md5($1) as person', [staff.user.userId])
    expect(received).toEqual([rows[0].person])
  })
})

describe('an audit event', () => {
  beforeEach(asRealm)

  test('joins the hash chain despite temporary tables with the same names', async () => {
    await run([
      'create temp table audit_event (realm text, seq bigint, hash bytea)',
      'create temp table audit_inbox (realm text, entry_id uuid)',
    ])
    await expectShadowed('audit_event')
    await client.query(
      `insert into public.audit_inbox (at, kind, user_id) values (now(), 'password-accepted', $1)`,
      [staff.user.userId],
    )
    const { rows } = await portal.database.admin.query(
      `select kind from audit_event where user_id = $1 and kind = 'password-accepted'`,
      [staff.user.userId],
    )
    expect(rows).toHaveLength(1)
  })
})
