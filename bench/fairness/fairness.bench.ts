import { setTimeout } from 'node:timers/promises'
import { npt } from '../../src/clients/configuration/npt.ts'
import { makeAccount } from '../../src/testing/factories/make-account.ts'
import { makeApplication } from '../../src/testing/factories/make-application.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  percentile,
  startBenchDatabase,
} from '../bench.ts'
import { makeBenchFunds } from '../ledger/make-bench-funds.ts'
import { signedIn } from '../ledger/signed-in.ts'
import { startPortalProcess, startServer } from '../ledger/start-server.ts'
import { isSmallest, sizeOf, usually } from '../sizes.ts'
import { type Attack, attacksOf } from './attacks.ts'
import { type Sender, send, senderOf, type ToSend } from './http.ts'
import type { LoopTimes } from './watch-loop.ts'

/** How long an attack is repeated, if it ends sooner. */
const attackMs = sizeOf('BENCH_ATTACK_MS', { usual: 6_000, smallest: 100 })
/** A flood of requests is the reverse proxy's business (docs/security/authentication.md). */
const burstEveryMs = 1_000
/** A fund can have 20 open files, and the other client’s person uploads one in each round. */
const otherFunds = usually(100, 1)
const limits = { delayMs: 50, times: 3, residentMb: 600 }

/** `idleDelayMs`: the longest delay of a process that does nothing at the same time, which is the machine's. */
type Measured = LoopTimes & {
  p95Ms: number
  refused: number
  residentMb: number
  idleDelayMs: number
  /** Of the attacker's requests that were answered. */
  statuses: number[]
}

/** One person of npt does what takes long, while a person of ubs works. */
async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  const { host, port, database: name } = database.connection
  const people = await makePeople(database)
  const portal = await startPortalProcess({
    server: { host, port, database: name },
    secret: database.secret,
    connections: 8,
    cachesAccess: true,
  })
  const idle = await startServer('../fairness/idle.ts', {})
  try {
    const attacker = senderOf(portal.port, people.attacker)
    const other = senderOf(portal.port, people.other)
    const measure = async (attack: Attack | null): Promise<Measured> => {
      await Promise.all([portal.measure(), idle.measure()])
      const stop = new AbortController()
      const attacking = attack === null ? [] : repeat(attack, attacker, stop.signal)
      const work = await workOf(other, people.nextOtherFund)
      stop.abort()
      const statuses = await attacking
      const { longestDelayMs: idleDelayMs } = await idle.measure()
      return { ...work, ...(await portal.measure()), idleDelayMs, statuses }
    }
    if (!isSmallest) await measure(null)
    const quiet = await measure(null)
    context.log(`quiet: ${describe(quiet)}`)
    const only = usually(process.env.BENCH_ATTACK ?? '', '')
    const attacks = attacksOf(people).filter(({ what }) => what.includes(only))
    if (attacks.length === 0) throw new Error(`BENCH_ATTACK is “${only}”, which is in the name of no input.`)
    const findings = isSmallest ? await sendEachOnce(attacks, attacker) : []
    // With `--smallest` one that is answered and one that never is.
    for (const attack of usually(attacks, [...attacks.slice(0, 1), ...attacks.slice(-1)])) {
      const during = await measure(attack)
      context.log(`${attack.what}: ${describe(during)}`)
      findings.push(...findingsOf(attack.what, during, quiet))
    }
    for (const { agent } of [attacker, other]) agent.destroy()
    return findings
  } finally {
    await portal.stop()
    await idle.stop()
    await database.stop()
  }
}

async function makePeople(database: BenchDatabase) {
  const [fund] = await makeBenchFunds(database, usually(300, 5))
  const otherFundIds: number[] = []
  for (let made = 0; made < otherFunds; made++)
    otherFundIds.push(
      (await makeAccount(database.databases, { book: 'ubs', fundId: 2_000_001 + made })).fundId,
    )
  let round = 0
  const { headers: attacker } = await signedIn(database, 'attacker')
  const { headers: other } = await signedIn(database, 'other', 'ubs')
  const applicationId = await makeApplication(database.databases)
  // While it is being signed, its document was drawn at each request. No transition leads back, so triggers are off.
  await database.admin.query(
    `set session_replication_role = replica; update account_application set state = 'signing', submitted_at = null; reset session_replication_role`,
  )
  return {
    ...{ attacker, other, applicationId },
    fundId: fund?.fundId ?? 0,
    nextOtherFund: () => otherFundIds[round++ % otherFunds] ?? 0,
    account: { bank: npt.payments.routingNumber, account: npt.payments.accountNumber },
  }
}

/** Returns the statuses of the bursts that were answered before `stop` aborted. */
async function repeat(attack: Attack, attacker: Sender, stop: AbortSignal): Promise<number[]> {
  const statuses: number[] = []
  while (!stop.aborted) {
    const burstMs = performance.now()
    statuses.push(...(await attack.run(attacker, stop).catch(() => [])))
    const leftMs = Math.max(0, burstEveryMs - (performance.now() - burstMs))
    await setTimeout(leftMs, undefined, { signal: stop }).catch(() => undefined)
  }
  return statuses
}

async function sendEachOnce(attacks: readonly Attack[], attacker: Sender): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { what, run } of attacks.filter(({ isEndless }) => !isEndless))
    findings.push(reachOf(what, await run(attacker, new AbortController().signal)))
  return findings
}

/** A request is in vain if it never reaches what it should keep busy: a changed address, a permission, an error of the portal. */
function reachOf(what: string, statuses: readonly number[]): Finding {
  const isInVain = (status: number) => ![200, 400, 429, 503].includes(status)
  return {
    what: `${what}: requests in vain`,
    measured: statuses.filter(isInVain).length,
    atMost: 0,
    isJudgedAtAnySize: true,
    detail: `statuses ${[...new Set(statuses)].join(', ') || 'none'}`,
  }
}

/** What the other client's person does: small requests, a list of grants, a statement. */
async function workOf(other: Sender, nextFund: () => number): Promise<Pick<Measured, 'p95Ms' | 'refused'>> {
  const csv = Buffer.from('Tax ID,Charity name,Amount\n1,x,2\n')
  const requestsOf = (fundId: number): ToSend[] => [
    { path: '/api/client-context' },
    { path: '/api/session' },
    {
      method: 'POST',
      path: `/api/accounts/${fundId}/grant-files?name=a.csv&naming=fund_only&again=true`,
      bytes: csv,
    },
    { path: `/api/accounts/${fundId}/statement?from=2025-01-01&to=2026-01-01` },
  ]
  const tookMs: number[] = []
  let refused = 0
  for (const startedMs = performance.now(); performance.now() - startedMs < attackMs; ) {
    const roundMs = performance.now()
    for (const each of requestsOf(nextFund())) {
      const status = await send(other, each)
      if (status !== 200) refused += 1
    }
    tookMs.push(performance.now() - roundMs)
  }
  return { p95Ms: percentile(tookMs, 95), refused }
}

const describe = ({ p95Ms, refused, longestDelayMs, longestWorkMs, residentMb, idleDelayMs }: Measured) =>
  `95th percentile ${p95Ms.toFixed(0)} ms, ${refused} refused, longest delay ${longestDelayMs.toFixed(0)} ms of which work ${longestWorkMs.toFixed(0)} ms (an idle process: ${idleDelayMs.toFixed(0)} ms), ${residentMb.toFixed(0)} MB`

function findingsOf(what: string, during: Measured, quiet: Measured): Finding[] {
  const detail = describe(during)
  return [
    {
      what: `${what}: the other client’s 95th percentile ÷ its quiet one`,
      measured: during.p95Ms / quiet.p95Ms,
      unit: ' times',
      atMost: limits.times,
      detail,
    },
    {
      what: `${what}: refusals of the other client`,
      measured: during.refused,
      atMost: 0,
      isJudgedAtAnySize: true,
      detail,
    },
    reachOf(what, during.statuses),
    {
      what: `${what}: longest delay of the event loop by its own work`,
      measured: during.longestWorkMs,
      unit: ' ms',
      atMost: limits.delayMs,
      detail,
    },
    {
      what: `${what}: resident memory`,
      measured: during.residentMb,
      unit: ' MB',
      atMost: limits.residentMb,
      detail,
    },
  ]
}

export const fairnessBench: Bench = { run }
