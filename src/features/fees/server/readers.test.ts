import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../../testing/source-files.ts'

// The terms that staff set on screen hold for every reader (docs/decisions/0103-fee-terms-on-screen.md). A new reader of schedules is added
// here by somebody who has checked that it reads no terms, or that it reads those in force.

const program = readSourceFiles(['src', 'tools', 'bench']).filter(
  file => !isTest(file) && file.path.endsWith('.ts'),
)
const having = (text: RegExp) => program.filter(file => text.test(file.text)).map(({ path }) => path)

test('terms in force are read from one place', () => {
  expect(having(/\bfeeSchedulesInForce\(/)).toEqual([
    'src/features/fees/server/list-fee-schedules.ts',
    'src/features/fees/server/plan-fee-run.ts',
    'src/features/fees/server/schedules-in-force.ts',
  ])
})

test('the file’s schedules are read where they are joined with the screen, and for names and titles, which only the file has', () => {
  expect(having(/\bfeeSchedulesOf\(/)).toEqual([
    'src/clients/fee-schedules-of.ts',
    // Whether there is a schedule of this name.
    'src/features/fees/server/enter-fee-reduction.ts',
    // Its title.
    'src/features/fees/server/list-fee-reductions.ts',
    'src/features/fees/server/schedules-in-force.ts',
    // What new terms are compared with.
    'src/features/fees/server/waiting-terms.ts',
  ])
})

test('nothing else reads them from a client, but the demonstration, whose history is of before any terms on screen', () => {
  expect(having(/\.feeSchedules\b|\bfeeSchedules\b[^\n]*= client/)).toEqual([
    'src/clients/client-checks.ts',
    'src/clients/fee-schedules-of.ts',
    'src/demo/funds/demo-fee-runs.ts',
    'src/demo/funds/demo-fee-terms.ts',
    'src/demo/funds/plan-funds.ts',
    'src/demo/funds/replay-fund.ts',
    // Tests of the demonstration's ledger and of fees.
    'src/testing/access-matrix/fresh-fee-terms.ts',
    'src/testing/describe-demo-ledger.ts',
    'src/testing/fee-calls.ts',
    'src/testing/fee-steps.ts',
    'src/testing/fee-terms-program.ts',
  ])
})
