import { fork } from 'node:child_process'
import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { dateOf } from '../../src/domain/dates.ts'
import { statusCodes } from '../../src/features/grants/domain/grant-status.ts'
import { commitPostings, reservePostings } from '../../src/features/ledger/domain/postings.ts'
import { postEntries } from '../../src/features/ledger/server/post-entry.ts'
import { dataKeysOf } from '../../src/server/files/data-keys.ts'
import { makeCharity } from '../../src/testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../src/testing/factories/make-charity-profile.ts'
import { makeBankDetails } from '../../src/testing/payments/payment-calls.ts'
import { type Bench, type BenchDatabase, type Finding, median, startBenchDatabase } from '../bench.ts'
import { baselineGrants } from '../ledger/baseline-grant.ts'
import { makeBenchFunds } from '../ledger/make-bench-funds.ts'
import { signedIn } from '../ledger/signed-in.ts'
import { sizeOf, usually } from '../sizes.ts'
import type { RunTimes } from './pay-run.ts'
import { stopsCost } from './stops-cost.ts'

const largeRun = sizeOf('BENCH_PAYMENTS', { usual: 10_000, smallest: 30 })
const smallRun = Math.round(largeRun / 10)
const funds = usually(500, 10)
const charities = usually(200, 4)
const baselineSeconds = usually(10, 0.1)
const atOnce = 500
/** The limits of the heap with which `npm run serve` starts the portal. */
const heapFlags = [...packageJson.scripts.serve.matchAll(/--\S+/g)].map(([flag]) => flag)

/** Payment runs of two sizes, from the collection to the last grant recorded as paid, compared with the baseline transaction of a grant. */
export const paymentRunBench: Bench = {
  run: async ({ log, rounds }): Promise<Finding[]> => {
    const database = await startBenchDatabase()
    try {
      return await measure(database, log, rounds)
    } finally {
      await database.stop()
    }
  },
}

async function measure(
  database: BenchDatabase,
  log: (line: string) => void,
  rounds: number,
): Promise<Finding[]> {
  const key = randomBytes(32)
  const keys = dataKeysOf([{ keyId: 'bench', key }])
  const accounts = (await makeBenchFunds(database, funds)).map(({ accountId }) => accountId)
  const { userId } = await signedIn(database)
  const charityIds: string[] = []
  for (let made = 0; made < charities; made += 1) {
    const { charityId } = await makeCharity(database.databases)
    await makeCharityProfile(database.databases, charityId, { default_payment_type_code: 16 })
    const store = { databases: database.databases, documentFiles: { keys } }
    await makeBankDetails(store, charityId, { confirmedAt: new Date('2026-03-01T12:00:00Z') })
    charityIds.push(charityId)
  }
  const baseline = () =>
    baselineGrants(database, {
      accounts,
      people: [userId],
      transaction: 'writes',
      charityId: charityIds[0] ?? '',
      connections: 1,
      seconds: baselineSeconds,
    })
  const paid = async (count: number) => {
    log(`writing ${count} approved grants`)
    await writeApproved(database, { accounts, charityIds, userId, count })
    // The grants are there long before their run, so PostgreSQL has counted them.
    await database.admin.query('analyze')
    return await payOnce(database, key)
  }
  const small = await paid(smallRun)
  const before = await baseline()
  const large = await paid(largeRun)
  const after = await baseline()
  return [
    ...findings({ small, large, baseline: [before, after] }),
    await stopsCost(database, { rounds, payments: largeRun, staffMs: staffMs(large) }),
    await paidGrants(database),
  ]
}

const staffMs = ({ collectMs, approveMs, releaseMs }: RunTimes) => collectMs + approveMs + releaseMs

const secondsOf = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function findings(about: { small: RunTimes; large: RunTimes; baseline: number[] }): Finding[] {
  const { small, large, baseline } = about
  const recorded = (large.payments / large.recordMs) * 1000
  const times = ({ payments, collectMs, approveMs, releaseMs, recordMs }: RunTimes) =>
    `${payments} grants: collected in ${secondsOf(collectMs)}, approved in ${secondsOf(approveMs)}, handed out in ${secondsOf(releaseMs)}, recorded in ${secondsOf(recordMs)}`
  return [
    {
      what: 'what people wait for, a grant: the large run ÷ the small one',
      measured: staffMs(large) / large.payments / (staffMs(small) / small.payments),
      atMost: 1.25,
      detail: times(small),
    },
    {
      what: 'recording a run ÷ the baseline transaction of a grant',
      measured: recorded / median(baseline),
      atLeast: 0.4,
      detail: `${times(large)}; ${recorded.toFixed(0)} and ${baseline.map(each => each.toFixed(0)).join(', ')} a second`,
    },
    {
      what: 'memory of the large run ÷ the small one',
      measured: Math.max(...large.residentMb) / Math.max(...small.residentMb),
      atMost: 2.5,
      detail: `at most ${Math.max(...small.residentMb).toFixed(0)} and ${Math.max(...large.residentMb).toFixed(0)} MB`,
    },
  ]
}

/** All grants of both runs must be paid; those of the baseline are recommendations. */
async function paidGrants({ admin }: BenchDatabase): Promise<Finding> {
  const { rows } = await admin.query<{ paid: number }>(
    'select count(*)::int as paid from grant_recommendation where transaction_status_code = $1',
    [statusCodes.paid],
  )
  const paid = rows[0]?.paid ?? 0
  return {
    what: 'grants recorded as paid ÷ grants in the runs',
    measured: paid / (smallRun + largeRun),
    atLeast: 1,
    atMost: 1,
    isJudgedAtAnySize: true,
    detail: `${paid} of ${smallRun + largeRun}`,
  }
}

type ToWrite = { accounts: readonly string[]; charityIds: readonly string[]; userId: string; count: number }

/** Approved grants with their entries, as if a team had worked through them. */
async function writeApproved(
  { databases }: BenchDatabase,
  { accounts, charityIds, userId, count }: ToWrite,
): Promise<void> {
  const today = dateOf(new Date(), 'America/New_York')
  const approver = randomUUID()
  const amountMinor = 25_000n
  for (let written = 0; written < count; written += atOnce) {
    const grants = Array.from({ length: Math.min(atOnce, count - written) }, (_, index) => ({
      grant_id: randomUUIDv7(),
      account_id: accounts[(written + index) % accounts.length] ?? '',
      charity_id: charityIds[(written + index) % charityIds.length] ?? '',
    }))
    await databases
      .book('npt')
      .transaction()
      .execute(async trx => {
        await trx
          .insertInto('grant_recommendation')
          .values(
            grants.map(grant => ({
              ...grant,
              charity_name: 'BENCH CHARITY',
              amount_minor: amountMinor,
              transaction_status_code: 3 as const,
              purpose_code: 'where_needed' as const,
              naming_code: 'fund_only' as const,
              certified_at: new Date(),
              recommended_by: userId,
              recommended_on: today,
              created_at: new Date(),
              idempotency_key: randomUUID(),
            })),
          )
          .execute()
        const entry = {
          currency: 'USD',
          effectiveDate: today,
          actorUserId: userId,
          onBehalfOfUserId: null,
        } as const
        await postEntries(
          trx,
          grants.flatMap(({ grant_id: grantId, account_id: accountId }) => [
            {
              ...entry,
              grantId,
              kind: 'grant_recommended',
              postings: reservePostings(accountId, amountMinor),
            },
            { ...entry, grantId, kind: 'grant_approved', postings: commitPostings(amountMinor) },
          ]),
        )
        await trx
          .insertInto('grant_history_entry')
          .values(
            grants.map(({ grant_id }) => ({
              grant_id,
              step: 1,
              transition: 'approve' as const,
              to_status_code: 3 as const,
              actor_user_id: approver,
              actor_name: 'Bench Approver',
              actor_side: 'sponsor' as const,
            })),
          )
          .execute()
      })
  }
}

function payOnce({ connection, secret }: BenchDatabase, key: Buffer): Promise<RunTimes> {
  const { host, port, database } = connection
  const about = { server: { host, port, database }, secret, key: key.toString('hex') }
  const child = fork(fileURLToPath(new URL('pay-run.ts', import.meta.url)), [JSON.stringify(about)], {
    execArgv: heapFlags,
  })
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as RunTimes))
    child.once('exit', code => reject(new Error(`the run ended with ${code}`)))
  })
}
