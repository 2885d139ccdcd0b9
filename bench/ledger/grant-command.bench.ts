import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { makeCharity } from '../../src/testing/factories/make-charity.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { baselineGrants } from './baseline-grant.ts'
import { makeBenchFunds } from './make-bench-funds.ts'
import { signedIn } from './signed-in.ts'
import { startServer } from './start-server.ts'

const fundCount = 400
const connections = 8
const personCount = 200
const seconds = Number(process.env.BENCH_SECONDS ?? 4)

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    return await measure(context, database)
  } finally {
    await database.stop()
  }
}

async function measure(context: BenchContext, database: BenchDatabase): Promise<Finding[]> {
  const { connection, secret } = database
  const { host, port, database: name } = connection
  const funds = await makeBenchFunds(database, fundCount)
  // The recommendations of one person run one after another and are added up for the step-up, so every few requests are by another one.
  const people: Awaited<ReturnType<typeof signedIn>>[] = []
  for (let number = 1; number <= personCount; number++)
    people.push(await signedIn(database, `bench-${number}`))
  const charity = await makeCharity(database.databases)
  const portal = await startServer('./portal-server.ts', {
    server: { host, port, database: name },
    secret,
    connections,
    cachesAccess: true,
  })
  const baseline = (isChecked: boolean) =>
    baselineGrants(database, {
      accounts: funds.map(fund => fund.accountId),
      userId: people[0]?.userId ?? '',
      people: isChecked ? people.map(({ userId }) => userId) : null,
      charityId: charity.charityId,
      connections,
      seconds,
    })
  const command = () =>
    commandsPerSecond(
      portal.port,
      people.map(({ headers }) => headers),
      funds.map(fund => fund.fundId),
      charity.charityId,
    )
  try {
    await baseline(true)
    await command()
    const ratios: number[] = []
    const ofWrites: number[] = []
    const details: string[] = []
    for (let round = 0; round < context.rounds; round++) {
      const baselineSpeed = await baseline(true)
      const portalSpeed = await command()
      const writesSpeed = await baseline(false)
      ratios.push(portalSpeed / baselineSpeed)
      ofWrites.push(portalSpeed / writesSpeed)
      details.push(`${portalSpeed.toFixed(0)}/${baselineSpeed.toFixed(0)}/${writesSpeed.toFixed(0)}`)
    }
    return [
      {
        what: 'the grant command, portal ÷ the baseline transaction',
        measured: median(ratios),
        atLeast: 0.5,
        detail: `grants per second ${details.join(', ')} (portal, transaction, its writes alone); ${fundCount} funds, ${connections} connections, ${seconds} s each, fsync on`,
      },
      {
        what: 'the grant command, portal ÷ the writes of that transaction alone',
        measured: median(ofWrites),
        detail: 'without the locks, the key and the sum of the person’s day',
      },
      await consistency(database),
    ]
  } finally {
    portal.stop()
  }
}

async function commandsPerSecond(
  port: number,
  headers: readonly Record<string, string>[],
  fundIds: readonly number[],
  charityId: string,
): Promise<number> {
  const attributes = {
    charityId,
    amountMinor: '25000',
    purposeCode: 'where_needed',
    purposeText: null,
    namingCode: 'fund_only',
    certified: true,
    repeatConfirmed: true,
  }
  const body = JSON.stringify({ data: { type: 'command', attributes } })
  let sent = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        setupRequest: request => {
          const number = sent++
          return {
            ...request,
            path: `/api/accounts/${fundIds[number % fundIds.length]}/grants`,
            body,
            headers: {
              ...headers[number % headers.length],
              'content-type': 'application/json',
              'idempotency-key': randomUUID(),
            },
          }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${result.non2xx} refusals, ${result.errors} errors: ${JSON.stringify(result.statusCodeStats)}`,
    )
  return result['2xx'] / result.duration
}

/** Verifies after the load that every balance equals the sum of its postings, and pending equals the grants. */
async function consistency({ admin }: BenchDatabase): Promise<Finding> {
  const { rows } = await admin.query<{ wrong: string; grants: string }>(`
    select count(*) filter (where b.spendable_minor <> p.spendable or b.pending_minor <> p.pending
        or b.pending_minor <> coalesce(g.amount, 0)) as wrong, coalesce(sum(g.n), 0) as grants
    from account_balance b
      join (select account_id, sum(amount_minor) filter (where ledger = 'spendable') as spendable,
          coalesce(sum(amount_minor) filter (where ledger = 'pending'), 0) as pending
        from posting where account_id is not null group by account_id) p using (account_id)
      left join (select account_id, sum(amount_minor) as amount, count(*) as n from grant_recommendation group by 1) g
        using (account_id)`)
  return {
    what: 'funds with inconsistent balance, postings or grants',
    measured: Number(rows[0]?.wrong),
    atMost: 0,
    detail: `${rows[0]?.grants} grants over ${fundCount} funds compared to the cent`,
  }
}

export const grantCommandBench: Bench = { name: 'grant-command', run }
