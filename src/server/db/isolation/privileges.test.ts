import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { ours, type Rows, rowsOf } from './catalogue.ts'

// What each role of the program may do with each column. The files in privileges/ are the reviewed list: a new column, table or grant
// is a decision, which the change of a file shows. `vitest -u` writes them (CONTRIBUTING.md, "A migration").

let database: TestDatabase
let rows: Rows

beforeAll(async () => {
  database = await createTestDatabase()
  rows = rowsOf(database.admin)
})
afterAll(() => database.drop())

/** One line for each table and privilege: `payment update: contact_note, contacted_at`. Includes what a role inherits. */
async function privilegesOf(role: string): Promise<string[]> {
  const found = await rows<{ line: string }>(
    `select c.oid::regclass || ' ' || lower(p.privilege) || ': ' || string_agg(a.attname, ', ' order by a.attname) as line
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('REFERENCES')) p (privilege)
       where ${ours} and c.relkind in ('r', 'p', 'v', 'm') and has_column_privilege($1, c.oid, a.attnum, p.privilege)
       group by c.oid, p.privilege
     union all
     select c.oid::regclass || ' ' || lower(p.privilege)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
         cross join (values ('DELETE'), ('TRUNCATE'), ('TRIGGER'), ('MAINTAIN')) p (privilege)
       where ${ours} and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege($1, c.oid, p.privilege)
     union all
     select c.oid::regclass || ' sequence'
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where ${ours} and case c.relkind when 'S' then has_sequence_privilege($1, c.oid, 'USAGE, UPDATE') else false end
     union all
     select p.oid::regprocedure || ' execute'
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where ${ours} and p.prosecdef and p.prorettype <> 'trigger'::regtype and has_function_privilege($1, p.oid, 'EXECUTE')
     order by 1`,
    [role],
  )
  return found.map(({ line }) => line)
}

test.each(['portal', 'identity', 'registrar', 'worker'])(
  '%s may do with each column what the reviewed list says',
  async role => {
    await expect(`${(await privilegesOf(role)).join('\n')}\n`).toMatchFileSnapshot(`privileges/${role}.txt`)
  },
)

test('access_admin may do what identity may, and change roles and access', async () => {
  const identity = new Set(await privilegesOf('identity'))
  expect((await privilegesOf('access_admin')).filter(line => !identity.has(line))).toEqual([
    'access_resumption insert: asked_at, asked_by, reason, user_id',
    'access_resumption update: decided_at, decided_by, note, state',
    'app_user update: email, first_name, force_email_change, has_access, last_name, remembered_currency, sso_id, suspended_at, suspended_by, suspension_reason',
    'right_review insert: closes_at, opened_at, quarter',
    'right_review update: closed_at, suspended',
    'staff_set_change insert: actions, before_actions, before_is_given, before_purpose, before_title, change_id, client, file_actions, idempotency_key, is_given, purpose, reason, requested_at, requested_by, requested_by_name, revision, role_code, set_name, state, title',
    'staff_set_change update: decided_at, decided_by, decided_by_name, decision_reason, revision, state',
    'user_role insert: actions, all_actions, given_at, given_by, idempotency_key, reason, role_code, second_person, served_book, set_name, state, user_id, valid_from, valid_until',
    'user_role update: confirmed_at, confirmed_by, end_reason, ended_at, ended_by, signed_off_at, signed_off_by, state, suspended_at, suspended_by',
  ])
})

test('login roles have no privileges of their own', async () => {
  for (const role of ['book_npt', 'realm_npt', 'access_npt']) {
    const own = (await privilegesOf(role)).filter(
      line => line !== 'applied_migration select: applied_at, name, sha256',
    )
    expect(own, role).toEqual([])
  }
})
