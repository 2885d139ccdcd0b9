import { describe, expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../src/testing/source-files.ts'

// The SQL of a feature is in its `.queries.ts` files (decision 22), so that a reader finds every query of a table there.

/** Kysely's statements and raw SQL, except transaction control (`begin`, `commit`, `rollback`). */
const sql =
  /\bsql(<[^>]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bstatement<|\.query(<.*>)?\(\s*['"`](?!begin|commit|rollback)/

/** Other files of features with SQL, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/features/identity/server/oidc/provider-adapter.ts': 'storage adapter of the OpenID provider library',
}

const files = readSourceFiles().filter(file => /^src\/features\/.*\.ts$/.test(file.path) && !isTest(file))
const withSql = files.filter(({ text }) => sql.test(text)).map(({ path }) => path)

describe('SQL of features', () => {
  test('is found in queries files of Kysely and of the plain driver', () => {
    expect(withSql).toEqual(
      expect.arrayContaining([
        'src/features/grants/server/grants.queries.ts',
        'src/features/ledger/server/ledger.queries.ts',
        'src/features/charities/server/import/import-record.queries.ts',
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
