import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { clientNamed } from '../../src/clients/clients.ts'
import { npt } from '../../src/clients/configuration/npt.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { applyBankFile } from '../../src/features/payments/server/apply-bank-file.ts'
import { applyBankFileLines } from '../../src/features/payments/server/apply-bank-file-lines.ts'
import { readBankFile } from '../../src/features/payments/server/bank-files/read-bank-file.ts'
import { bookFileSuspense } from '../../src/features/payments/server/book-file-suspense.ts'
import { checkBankFile } from '../../src/features/payments/server/check-bank-file.ts'
import { ownAccount, type PaymentContext } from '../../src/features/payments/server/payment-context.ts'
import { openDatabases } from '../../src/server/db/pools.ts'
import { dataKeysOf } from '../../src/server/files/data-keys.ts'
import { portalOf } from '../../src/server/heavy-work/requester.ts'
import { noProviders } from '../../src/server/signatures/providers.ts'
import { timed, type Watched, watchProcess } from '../watch-process.ts'

export type FileTimes = Watched & { lines: number; checkMs: number; applyMs: number; jobMs: number }

const { server, secret, key, path } = JSON.parse(process.argv[2] ?? '') as {
  server: never
  secret: string
  key: string
  path: string
}
const databases = openDatabases({ server, secret })
const now = new Date()
const keys = dataKeysOf([{ keyId: 'bench', key: Buffer.from(key, 'hex') }])
const userId = randomUUID()
// The context of a request by a person who may pay; reading a bank file needs no more of it.
const context = {
  client: npt,
  book: npt.book,
  otherBook: null,
  db: databases.book('npt'),
  realmDb: databases.realm('npt'),
  documentFiles: { keys },
  clock: { now: () => now },
  today: dateOf(now, npt.timeZone),
  actor: { userId, firstName: 'Bench', lastName: 'Payer', actions: new Set(['GRANT_PAY']) },
  request: { ip: '127.0.0.1' },
} as unknown as PaymentContext

await databases
  .book('npt')
  .selectNoFrom(eb => eb.lit(1).as('one'))
  .execute()
const watched = watchProcess()

/** As the server gives a file to a handler: read anew each time. */
const upload = {
  read: () => readFile(path),
  sha256: createHash('sha256')
    .update(await readFile(path))
    .digest(),
}
const none = { params: undefined, body: undefined } as const
const read = async () => {
  const file = await readBankFile(upload.read, ownAccount(context), portalOf(npt))
  return file
}
const name = 'statement.xml'
const [plan, checkMs] = await timed(async () =>
  checkBankFile({ ...none, upload, query: { name, confirmed: '' } } as never, context, await read()),
)
const [, applyMs] = await timed(async () =>
  applyBankFile(
    { ...none, upload, query: { name, planHash: plan.planHash, confirmed: '' } } as never,
    context,
    await read(),
  ),
)
const { bank_file_id: bankFileId } = await databases
  .book('npt')
  .selectFrom('bank_file')
  .select('bank_file_id')
  .orderBy('applied_at', 'desc')
  .limit(1)
  .executeTakeFirstOrThrow()
const job = {
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
} as const
const [, jobMs] = await timed(async () => {
  await applyBankFileLines.run({ client: 'npt', bankFileId }, job)
  await bookFileSuspense.run({ client: 'npt', bankFileId }, job)
})
const seen = await watched.end()
await databases.close()
process.send?.({
  lines: plan.lines.length + plan.otherLines,
  checkMs,
  applyMs,
  jobMs,
  ...seen,
} satisfies FileTimes)
process.disconnect?.()
