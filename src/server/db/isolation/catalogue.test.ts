import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { isolatedBy, ours, type Rows, rowsOf } from './catalogue.ts'

// Checks the isolation rules on the database catalog, so that they apply to every future table too.

let database: TestDatabase
let rows: Rows

beforeAll(async () => {
  database = await createTestDatabase()
  rows = rowsOf(database.admin)
})
afterAll(() => database.drop())

/** A condition without the casts, brackets and line breaks that PostgreSQL adds when it prints one. */
const plain = (condition: string) =>
  condition
    .toLowerCase()
    .replaceAll('::text', '')
    .replaceAll(/[()]/g, ' ')
    .replaceAll(' as realm', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('isolation in the database catalog', () => {
  test('the test finds the tables', async () => {
    expect(await isolatedBy(rows, 'book')).toEqual(
      expect.arrayContaining(['book', 'fund_account', 'posting', 'outgoing_mail']),
    )
    expect(await isolatedBy(rows, 'realm')).toEqual(
      expect.arrayContaining(['app_user', 'session', 'audit_event']),
    )
  })

  test.each(['book', 'realm'] as const)(
    'every table with a %s forces row-level security on its owner too',
    async column => {
      const unprotected = await rows(
        `select oid::regclass::text as name from pg_class
       where oid::regclass::text = any($1) and not (relrowsecurity and relforcerowsecurity)`,
        [await isolatedBy(rows, column)],
      )
      expect(unprotected).toEqual([])
    },
  )

  // Allowed conditions: the row's book or realm is the connection's, or the realm of its book: for reading only, or for the owner,
  // and the definer functions below run as that role.
  const conditions = {
    'book = book': { command: /[*r]/ },
    'realm = realm': { command: /[*r]/ },
    'realm = select b.realm from book b where b.book = book': { command: /r/ },
  }

  // A book screens whom it pays, in the transaction of the payment; it may not decide (check_screening_finding).
  const screenedByBooks = ['screened_subject', 'screening_finding']

  // The registrar's imports are recorded in every realm, by a definer function: the owner sees these tables then.
  const ofImports = {
    condition: "session_user = 'registrar'",
    tables: ['audit_event', 'audit_inbox', 'book'],
  }

  test.each(['book', 'realm'] as const)(
    'every table with a %s has policies that compare it with the connection’s',
    async column => {
      for (const table of await isolatedBy(rows, column)) {
        const policies = await rows<{
          using: string
          check: string | null
          command: string
          isOwners: boolean
        }>(
          `select pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check, polcmd as command,
             polroles = array[c.relowner] as "isOwners"
         from pg_policy join pg_class c on c.oid = polrelid where polrelid = $1::regclass`,
          [table],
        )
        expect(policies.length, `${table} has a policy`).toBeGreaterThan(0)
        for (const { using, check, command, isOwners } of policies) {
          const condition = plain(using)
          if (isOwners && condition === ofImports.condition && ofImports.tables.includes(table)) {
            expect([null, condition], `${table}: writing`).toContain(check === null ? null : plain(check))
            continue
          }
          expect(condition.startsWith(`${column} = `), table).toBe(true)
          expect(Object.keys(conditions), `${table}: reading`).toContain(condition)
          if (!isOwners && !screenedByBooks.includes(table))
            expect(command, table).toMatch(conditions[condition as keyof typeof conditions].command)
          // A policy without WITH CHECK uses its USING condition for writes.
          if (check !== null) expect(plain(check), `${table}: writing`).toBe(condition)
        }
      }
    },
  )

  test('book() and realm() depend on session_user only', async () => {
    const found = await rows<{ name: string; source: string; definer: boolean }>(
      `select p.proname as name, pg_get_functiondef(p.oid) as source, p.prosecdef as definer from pg_proc p
       where p.proname in ('book', 'realm') and p.pronamespace = 'public'::regnamespace order by 1`,
    )
    expect(found.map(({ name }) => name)).toEqual(['book', 'realm'])
    for (const { source, definer } of found) {
      expect(source).toMatch(/session_user/i)
      expect(source).not.toMatch(/current_setting|current_user|current_role/i)
      expect(definer).toBe(false)
    }
  })

  test.each(['book', 'realm'] as const)('keys of tables with a %s start with it', async column => {
    const violations = await rows(
      `select c.conrelid::regclass::text as name, c.conname from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype in ('p', 'u') and c.conrelid::regclass::text = any($1) and a.attname <> $2`,
      [await isolatedBy(rows, column), column],
    )
    expect(violations).toEqual([])
    const keyless = await rows(
      `select t as name from unnest($1::text[]) t
       where not exists (select from pg_constraint where conrelid = t::regclass and contype = 'p')`,
      [await isolatedBy(rows, column)],
    )
    expect(keyless).toEqual([])
  })

  test.each(['book', 'realm'] as const)(
    'a reference between tables with a %s includes it on both sides',
    async column => {
      const violations = await rows(
        `select c.conrelid::regclass::text as name, c.conname from pg_constraint c
       where c.contype = 'f' and c.conrelid::regclass::text = any($1) and c.confrelid::regclass::text = any($1)
         and not exists (
           select from unnest(c.conkey, c.confkey) k (own, other)
             join pg_attribute o on o.attrelid = c.conrelid and o.attnum = k.own and o.attname = $2
             join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.other and f.attname = $2)`,
        [await isolatedBy(rows, column), column],
      )
      expect(violations).toEqual([])
    },
  )

  test('every view is a security-invoker view', async () => {
    const unprotected = await rows(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where ${ours} and (c.relkind = 'm' or c.relkind = 'v'
         and not coalesce(c.reloptions, '{}') && '{security_invoker=true,security_invoker=on,security_invoker=1}')`,
    )
    expect(unprotected).toEqual([])
  })

  // Functions of extensions are compiled code without name resolution.
  const ourFunctions = `from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours} and not exists (select from pg_depend d
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

  test('every function sets its own search path with pg_temp last', async () => {
    const functions = await rows<{ name: string; path: string | null; bound: boolean; definer: boolean }>(
      `select p.oid::regproc::text as name, p.prosecdef as definer, p.prosqlbody is not null as bound,
         (select substr(c, 13) from unnest(p.proconfig) c where c like 'search\\_path=%') as path
       ${ourFunctions} order by 1`,
    )
    expect(functions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['check_entry', 'refuse_own_grant', 'check_content_version', 'book', 'job.add']),
    )
    const violations = functions.filter(
      ({ path, bound, definer }) =>
        // A SQL-standard body is resolved when the function is created.
        !(path === null && bound && !definer) &&
        path !== 'pg_catalog, public, pg_temp' &&
        path !== 'pg_catalog, pg_temp',
    )
    expect(violations).toEqual([])
  })

  test('only these functions are SECURITY DEFINER, and PUBLIC may not execute them', async () => {
    const definers = await rows<{ name: string; anyone: boolean }>(
      `select p.oid::regproc::text as name,
         p.prorettype <> 'trigger'::regtype and has_function_privilege('public', p.oid, 'execute') as anyone
       from pg_proc p where p.prosecdef order by 1`,
    )
    expect(definers.map(({ name }) => name)).toEqual([
      'add_charity_words',
      'append_to_audit_chain',
      'append_to_certificates',
      'apply_postings',
      'build_charity_indexes',
      'build_word_index',
      'complete_audit_event',
      'drop_charity_indexes',
      'drop_word_index',
      'end_login_of_deceased',
      'fill_cheque_box',
      'flush_charity_search_index',
      'index_account_names',
      'job.add',
      'lock_balances',
      'record_application_in_audit_log',
      'record_book_check_in_audit_log',
      'record_case_in_audit_log',
      'record_change_in_audit_log',
      'record_command',
      'record_command_in_audit_log',
      'record_contribution_in_audit_log',
      'record_correction_in_audit_log',
      'record_document_in_audit_log',
      'record_envelope_in_audit_log',
      'record_import_in_audit_log',
      'record_list_in_audit_log',
      'refuse_closing_with_balance',
    ])
    expect(definers.filter(({ anyone }) => anyone)).toEqual([])
  })
})
