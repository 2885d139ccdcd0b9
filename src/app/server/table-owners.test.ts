import { expect, test } from 'vitest'
import { readSourceFiles } from '../../testing/source-files.ts'
import { tablesWrittenBy } from '../../testing/written-tables.ts'

// A table belongs to the feature that writes it; others read it, or call its functions. So a rule about a row is in one place.

/** The tables with a second writer, and why. `server` is src/server. */
const shared: Readonly<Record<string, { writers: readonly string[]; why: string }>> = {
  app_user: {
    writers: ['identity', 'people'],
    why: 'identity writes who logs in, people how they are called and written to',
  },
  fund_account: {
    writers: ['accounts', 'ledger'],
    why: 'the ledger opens the general fund, which it credits, and is below accounts',
  },
  user_role: {
    writers: ['identity', 'users'],
    why: 'identity creates the first people of a realm and the demonstration’s with their rights, users gives all others',
  },
  session: {
    writers: ['server', 'identity'],
    why: 'identity stores the currency that a session chose; all else is the session store',
  },
}

const writers = new Map<string, Set<string>>()
for (const { path, text } of readSourceFiles()) {
  if (!/^src\/(features|server|app)\//.test(path) || /\.test\.tsx?$/.test(path)) continue
  const writer = /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? path.split('/')[1] ?? ''
  for (const table of tablesWrittenBy({ text }))
    writers.set(table, (writers.get(table) ?? new Set()).add(writer))
}

test('a table is written by the feature that owns it', () => {
  // Not vacuous: most tables were found.
  expect(writers.size).toBeGreaterThan(95)
  const found = [...writers]
    .filter(([, by]) => by.size > 1)
    .map(([table, by]) => [table, [...by].sort()] as const)
  const allowed = Object.entries(shared).map(([table, { writers: by }]) => [table, [...by].sort()] as const)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed))
})
