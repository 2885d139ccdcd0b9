import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../../testing/source-files.ts'

// What staff set on screen holds for every reader (docs/decisions/0102-settings-on-screen.md): each of these files reads the client of a
// request's context, or what clientInForce returned. A new reader is added here by somebody who has checked which client it reads.

const readers = `
  src/app/server/other-book.ts
  src/features/contact/server/mail-contact-message.ts
  src/features/content/server/published-content.ts
  src/features/grants/giving/server/list-giving.ts
  src/features/grants/review/server/approve-grants.ts
  src/features/grants/review/server/count-due-grants.ts
  src/features/grants/review/server/list-grant-queue.ts
  src/features/grants/review/server/staff-grant.ts
  src/features/grants/server/dual-control.ts
  src/features/grants/server/grant-details.ts
  src/features/grants/server/step-up-sum.ts
  src/features/grants/server/transition-grant.ts
  src/features/payments/server/own-grant.ts
  src/features/payments/server/runs.queries.ts
  src/features/posting-requests/server/post-or-file.ts
`
  .trim()
  .split(/\s+/)

/** Names of settings in types, contracts, comments, and in the place that joins file and screen. */
const others =
  /^src\/(clients|testing|demo|features\/settings)\/|\.contract\.ts$|^src\/server\/(auth\/step-up|http\/request-context)\.ts$/
const names =
  /\b(dualControlFromMinor|stepUpFromMinor)\b|\bclient\b[^\n]*\.grantDays\b|\bgrantDays\b[^\n]*= client\b|\bsupport\.hours\b/

const program = readSourceFiles(['src', 'tools']).filter(
  file => !isTest(file) && file.path.endsWith('.ts') && !others.test(file.path),
)

test('the readers of these settings are known', () => {
  expect(program.filter(({ text }) => names.test(text)).map(({ path }) => path)).toEqual(readers)
})

test('none of them looks up a client of a file, and a job that does so asks what is in force', () => {
  const lookups = /\bclientOfBook\(|\bclientNamed\(|\bclientOf\(/
  const found = program.filter(({ path, text }) => readers.includes(path) && lookups.test(text))
  expect(found.filter(({ text }) => !text.includes('clientInForce('))).toEqual([])
})

// The job that records payments asks for no threshold: the approval of its run has (lowered-threshold.test.ts of payments).
