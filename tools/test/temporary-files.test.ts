import { describe, expect, test } from 'vitest'
import { readSourceFiles } from '../../src/testing/source-files.ts'

// A run that is killed leaves no folder behind only if `temporaryDirectory` creates all of them.

const temporaryFolder = /\bmkdtemp(Sync)?\(|\btmpdir\(\)/

/** Files that find their own place, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/demo/demo-register.ts': 'part of npm start, which has no test files',
  'src/server/db/embedded/postmaster.ts': 'sockets of PostgreSQL, whose path must be short',
  'src/server/http/uploads.ts': 'uploads of the running program',
  'src/testing/temporary/temporary-directory.ts': 'creates the folders',
  'src/testing/temporary/test-files-folder.ts': 'finds the place of all test files',
}

const users = readSourceFiles(['src', 'tools', 'e2e', 'bench'])
  .filter(({ path, text }) => temporaryFolder.test(text) && path !== 'tools/test/temporary-files.test.ts')
  .map(({ path }) => path)

describe('temporary folders', () => {
  test('are created by temporaryDirectory', () => {
    const others = users.filter(path => !(path in exceptions))
    expect(others, 'use src/testing/temporary/temporary-directory.ts').toEqual([])
  })

  test('have no exception that is no longer needed', () => {
    expect(Object.keys(exceptions).filter(path => !users.includes(path))).toEqual([])
  })
})
