import { randomUUID } from 'node:crypto'
import { clientNamed } from '../../src/clients/clients.ts'
import { npt } from '../../src/clients/configuration/npt.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { approveRun } from '../../src/features/payments/server/approve-run.ts'
import { createRun } from '../../src/features/payments/server/create-run.ts'
import { listReadyIds } from '../../src/features/payments/server/facts.queries.ts'
import type { PaymentContext } from '../../src/features/payments/server/payment-context.ts'
import { recordPayments } from '../../src/features/payments/server/record-payments.ts'
import { releaseRun } from '../../src/features/payments/server/release-run.ts'
import { sendRun } from '../../src/features/payments/server/send-run.ts'
import { screenGrants } from '../../src/features/screening/server/payment-stops.ts'
import { openDatabases } from '../../src/server/db/pools.ts'
import { dataKeysOf } from '../../src/server/files/data-keys.ts'
import { portalOf } from '../../src/server/heavy-work/requester.ts'
import { noProviders } from '../../src/server/signatures/providers.ts'

export type RunTimes = {
  payments: number
  collectMs: number
  approveMs: number
  releaseMs: number
  recordMs: number
  /** Resident memory, sampled five times a second. */
  residentMb: number[]
}

const { server, secret, key } = JSON.parse(process.argv[2] ?? '') as {
  server: never
  secret: string
  key: string
}
const databases = openDatabases({ server, secret })
const now = new Date()
const keys = dataKeysOf([{ keyId: 'bench', key: Buffer.from(key, 'hex') }])

/** The context of a request by a person who may pay; handlers of payments read no more of it. */
const contextOf = (userId: string) =>
  ({
    client: npt,
    book: npt.book,
    db: databases.book('npt'),
    realmDb: databases.realm('npt'),
    documentFiles: { keys },
    clock: { now: () => now },
    today: dateOf(now, npt.timeZone),
    actor: { userId, firstName: 'Bench', lastName: 'Payer', actions: new Set(['GRANT_PAY']) },
    request: { ip: '127.0.0.1' },
  }) as unknown as PaymentContext

const residentMb: number[] = []
const sampling = setInterval(() => residentMb.push(process.memoryUsage.rss() / 2 ** 20), 200)

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startMs = performance.now()
  const result = await work()
  return [result, performance.now() - startMs]
}

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const none = { params: undefined, query: undefined, upload: undefined } as const
const [collector, approver] = [contextOf(randomUUID()), contextOf(randomUUID())]
const [run, collectMs] = await timed(async () => {
  const screening = { book: npt.book.name, at: now, requester: portalOf(npt) }
  await screenGrants(collector.db, await listReadyIds(collector.db), screening)
  return await createRun({ ...none, body: command({ method: 'eft', cutoffOn: collector.today }) }, collector)
})
const params = { runId: run.runId }
const [, approveMs] = await timed(() =>
  approveRun(
    {
      ...none,
      params,
      body: command({ firstCheque: null, contentHash: run.contentHash, paymentOn: run.paymentOn }),
    },
    approver,
  ),
)
const [, releaseMs] = await timed(() => releaseRun({ params }, approver))
await sendRun({ params }, approver)
const [, recordMs] = await timed(() =>
  recordPayments.run(
    { client: 'npt', runId: run.runId },
    {
      db: databases.book('npt'),
      origin: { book: 'npt' },
      mailer: null,
      documentFiles: null,
      signatures: noProviders,
      sealer: null,
      checkpointFolders: [],
      ...{ providerSecrets: {}, smtpUrl: null },
      secret,
      originPattern: 'http://{client}.example',
      client: clientNamed,
      clock: systemClock,
      signal: new AbortController().signal,
    },
  ),
)
clearInterval(sampling)
// A short run has this sample alone.
residentMb.push(process.memoryUsage.rss() / 2 ** 20)
await databases.close()
process.send?.({
  payments: run.payments,
  collectMs,
  approveMs,
  releaseMs,
  recordMs,
  residentMb,
} satisfies RunTimes)
process.disconnect?.()
