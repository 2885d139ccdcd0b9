import { describe, expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../src/testing/source-files.ts'

// The SQL of the program is in `.queries.ts` files (decision 22), so that a reader finds every query of a table there.

/** Kysely's statements and raw SQL, except transaction control (`begin`, `commit`, `rollback`). */
const sql =
  /\bsql(<[^>]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\b(statement|shortRead)<|\.query(<.*>)?\(\s*['"`](?!begin|commit|rollback)/

/** Other files with SQL, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/server/db/first-statistics.ts': 'statistics for the planner, over the plain driver',
  'src/server/db/in-transaction.ts': 'savepoints, which control a transaction',
  'src/server/db/migrate.ts': 'runs the migrations, over the plain driver',
  'src/server/db/notifications.ts': 'LISTEN and NOTIFY, over the plain driver',
  'src/server/db/roles.ts': 'creates login roles and grants, over the plain driver',
  'src/server/db/statement.ts': 'declares what prepared statements are',
  'src/server/db/embedded/embedded-postgres.ts': 'creates databases on the embedded server',
  'src/features/identity/oidc/server/provider-adapter.ts': 'storage adapter of the OpenID provider library',
}

/** Demonstration data and tools for tests write rows as they need them. */
const folders = /^src\/(app|features|server|web|contract|domain|clients)\/.*\.tsx?$/

const files = readSourceFiles().filter(file => folders.test(file.path) && !isTest(file))
const withSql = files.filter(({ text }) => sql.test(text)).map(({ path }) => path)

describe('SQL of the program', () => {
  test('is found in queries files of Kysely and of the plain driver', () => {
    expect(withSql).toEqual(
      expect.arrayContaining([
        'src/features/grants/server/grants.queries.ts',
        'src/features/ledger/server/ledger.queries.ts',
        'src/features/charities/server/import/import-record.queries.ts',
        'src/server/auth/principal.queries.ts',
      ]),
    )
  })

  test('is in .queries.ts files only', () => {
    const elsewhere = withSql.filter(path => !path.endsWith('.queries.ts') && !(path in exceptions))
    expect(elsewhere, 'move it into a .queries.ts file beside').toEqual([])
  })

  test('lists no exception that is no longer needed', () => {
    expect(Object.keys(exceptions).filter(path => !withSql.includes(path))).toEqual([])
  })
})
