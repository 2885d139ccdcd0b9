/**
 * `--smallest` runs each benchmark once with the least that it needs, to find out whether it still runs (decision 23). Read here and not
 * in run.ts, because the sizes are constants of the benchmarks.
 */
export const isSmallest = process.argv.includes('--smallest')

/** The variables that set a size, with what they count. `bench/arguments.ts` refuses values that are no counts. */
export const sizeVariables = {
  BENCH_ROUNDS: 'rounds of each ratio',
  BENCH_ACCOUNTS: 'accounts',
  BENCH_TRANSACTIONS: 'transactions',
  BENCH_FUNDS: 'funds',
  BENCH_REQUESTS: 'requests of a round',
  BENCH_SECONDS: 'seconds of load on each side',
  BENCH_CHARITIES: 'generated charities',
  BENCH_USERS: 'people who sign in',
  BENCH_GRANTS: 'schedules that fall due',
  BENCH_PAYMENTS: 'grants of the large payment run',
  BENCH_LINES: 'lines of the large bank file',
  BENCH_BATCH_LINES: 'lines of the large batch of postings',
  BENCH_POSTED_LINES: 'lines of the batch that is posted',
  BENCH_ATTACK_MS: 'milliseconds of each attack',
} as const

/** A size: the smallest with `--smallest`, else the variable's, else the usual one. */
export function sizeOf(
  variable: keyof typeof sizeVariables,
  { usual, smallest }: { usual: number; smallest: number },
): number {
  return isSmallest ? smallest : Number(process.env[variable] ?? usual)
}

/** A size that no variable sets. */
export const usually = <T>(usual: T, smallest: T): T => (isSmallest ? smallest : usual)

/** How long autocannon sends requests: for some seconds, or a hundred requests, whose end it notices at its next sample. */
export const loadFor = (seconds: number) =>
  isSmallest ? { amount: 100, sampleInt: 20 } : { duration: seconds }
