import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { npt } from '../../src/clients/configuration/npt.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { makeCharity } from '../../src/testing/factories/make-charity.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  collectStatistics,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { loadFor, usually } from '../sizes.ts'
import { type BaselineTransaction, baselineGrants } from './baseline-grant.ts'
import { makeBenchFunds } from './make-bench-funds.ts'
import { signedIn } from './signed-in.ts'
import { startPortal } from './start-server.ts'

const fundCount = usually(400, 10)
const connections = 8
const personCount = usually(200, 5)
const seconds = usually(Number(process.env.BENCH_SECONDS ?? 4), 0.1)

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    return await measure(context, database)
  } finally {
    await database.stop()
  }
}

/** A donor of each fund, whose advice the staff of the benchmark follow. Returns the party of each, in the order of the funds. */
async function makeDonors({ admin }: BenchDatabase, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await admin.query<{ party_id: string }>(
    `with donor as (
      insert into party (book, party_id, name) select 'npt', id, 'Bench Donor' from unnest($2::uuid[]) id returning party_id
    ), related as (
      insert into account_relationship (book, account_id, party_id, account_role_code)
        select 'npt', a, p, 'donor' from unnest($1::uuid[], $2::uuid[]) t (a, p) returning party_id
    ) select party_id from unnest($2::uuid[]) party_id`,
    [accountIds, accountIds.map(() => randomUUID())],
  )
  return rows.map(({ party_id }) => party_id)
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
  const donors = await makeDonors(
    database,
    funds.map(({ accountId }) => accountId),
  )
  const portal = await startPortal({
    server: { host, port, database: name },
    secret,
    connections,
    cachesAccess: true,
  })
  const baseline = (transaction: BaselineTransaction) =>
    baselineGrants(database, {
      accounts: funds.map(fund => fund.accountId),
      people: people.map(({ userId }) => userId),
      ...{ transaction, charityId: charity.charityId, connections, seconds },
    })
  let answered = 0
  const command = async () => {
    const { speed, grants } = await commandsPerSecond(
      portal.port,
      people.map(({ headers }) => headers),
      funds.map(({ fundId }, index) => ({ fundId, donorId: donors[index] ?? '' })),
      charity.charityId,
    )
    answered += grants
    return speed
  }
  try {
    await baseline('checked')
    await command()
    await collectStatistics(database.admin)
    const rounds: Speeds[] = []
    for (let round = 0; round < context.rounds; round++)
      rounds.push({
        checked: await baseline('checked'),
        portal: await command(),
        uncertified: await withoutCertificates(database, command),
        recorded: await baseline('recorded'),
        writes: await baseline('writes'),
      })
    return [
      ...ratiosOf(rounds),
      await consistency(database),
      await stored(database, charity.charityId, answered),
    ]
  } finally {
    await portal.stop()
  }
}

/** The same grants without their certificates, which no portal can do (docs/decisions/0086-grant-certificates.md). */
async function withoutCertificates(
  { admin }: BenchDatabase,
  command: () => Promise<number>,
): Promise<number> {
  await admin.query('alter table grant_history_entry disable trigger certify_grant_step')
  try {
    return await command()
  } finally {
    await admin.query('alter table grant_history_entry enable trigger certify_grant_step')
  }
}

/** Grants per second of each side. */
type Speeds = Record<'portal' | 'uncertified' | BaselineTransaction, number>

function ratiosOf(rounds: readonly Speeds[]): Finding[] {
  const ratio = (to: Exclude<keyof Speeds, 'portal'>) =>
    median(rounds.map(speeds => speeds.portal / speeds[to]))
  const speeds = rounds.map(({ portal, checked, recorded, writes, uncertified }) =>
    [portal, checked, recorded, writes, uncertified].map(speed => speed.toFixed(0)).join('/'),
  )
  return [
    {
      what: 'the grant command, portal ÷ the baseline transaction',
      measured: ratio('checked'),
      atLeast: 0.5,
      detail: `grants per second ${speeds.join(', ')} (portal, transaction, with its event for the audit log, its writes alone, portal without certificates); ${fundCount} funds, ${connections} connections, ${seconds} s each, fsync on`,
    },
    {
      what: 'the grant command with certificates ÷ without them',
      measured: ratio('uncertified'),
      atLeast: 0.9,
      detail: 'grants a second, each pair in turns',
    },
    {
      what: 'the grant command, portal ÷ that transaction with its event for the audit log',
      measured: ratio('recorded'),
      detail: 'all that the command writes',
    },
    {
      what: 'the grant command, portal ÷ the writes of that transaction alone',
      measured: ratio('writes'),
      detail: 'without the locks, the key and the sum of the person’s day, and the event',
    },
  ]
}

async function commandsPerSecond(
  port: number,
  headers: readonly Record<string, string>[],
  funds: readonly { fundId: number; donorId: string }[],
  charityId: string,
): Promise<{ speed: number; grants: number }> {
  const attributes = {
    charityId,
    amountMinor: '25000',
    purposeCode: 'where_needed',
    purposeText: null,
    namingCode: 'fund_only',
    certified: true,
    repeatConfirmed: true,
  }
  const today = dateOf(new Date(), npt.timeZone)
  let sent = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    ...loadFor(seconds),
    requests: [
      {
        method: 'POST',
        setupRequest: request => {
          const number = sent++
          const { fundId, donorId: advisedBy } = funds[number % funds.length] ?? {}
          const advice = { advisedBy, adviceChannel: 'phone', advisedOn: today }
          return {
            ...request,
            path: `/api/accounts/${fundId}/grants`,
            body: JSON.stringify({ data: { type: 'command', attributes: { ...attributes, advice } } }),
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
  const grants = result['2xx']
  return { speed: grants / result.duration, grants }
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
    isJudgedAtAnySize: true,
    detail: `${rows[0]?.grants} grants over ${fundCount} funds compared to the cent`,
  }
}

/** A grant whose answer came after the end of the load is stored too, so there may be more, one for each connection. */
async function stored({ admin }: BenchDatabase, charityId: string, answered: number): Promise<Finding> {
  const { rows } = await admin.query<{ grants: string }>(
    "select count(*) as grants from grant_recommendation where charity_id = $1 and charity_name <> 'Bench Charity'",
    [charityId],
  )
  const grants = Number(rows[0]?.grants)
  return {
    what: 'grants stored ÷ grants that the portal confirmed',
    measured: grants / answered,
    atLeast: 1,
    isJudgedAtAnySize: true,
    detail: `${grants} and ${answered}`,
  }
}

export const grantCommandBench: Bench = { run }
