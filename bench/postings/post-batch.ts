import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { clientNamed } from '../../src/clients/clients.ts'
import { npt } from '../../src/clients/configuration/npt.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { applyPostingBatch } from '../../src/features/posting-batches/server/apply-posting-batch.ts'
import type { BatchContext } from '../../src/features/posting-batches/server/batch-context.ts'
import { checkPostingBatch } from '../../src/features/posting-batches/server/check-posting-batch.ts'
import { enterPostingBatch } from '../../src/features/posting-batches/server/enter-posting-batch.ts'
import { readBatchFile } from '../../src/features/posting-batches/server/read-batch-file.ts'
import { openDatabases } from '../../src/server/db/pools.ts'
import { noProviders } from '../../src/server/signatures/providers.ts'
import { timed, type Watched, watchProcess } from '../watch-process.ts'

export type BatchTimes = Watched & { checkMs: number; enterMs: number; postMs: number }

const { server, secret, path, isPosted } = JSON.parse(process.argv[2] ?? '') as {
  server: never
  secret: string
  path: string
  isPosted: boolean
}
const databases = openDatabases({ server, secret })
const db = databases.book('npt')
const now = new Date()
// The context of a request by a person who may post; a batch needs no more of it.
const context = {
  ...{ client: npt, book: npt.book, db, clock: { now: () => now }, today: dateOf(now, npt.timeZone) },
  actor: {
    userId: randomUUID(),
    firstName: 'Bench',
    lastName: 'Poster',
    actions: new Set(['POSTING_CREATE']),
  },
  request: { ip: '127.0.0.1' },
  reply: { raw: { once: () => undefined, on: () => undefined, writableFinished: true } },
} as unknown as BatchContext
await db.selectNoFrom(eb => eb.lit(1).as('one')).execute()

/** As the server gives a file to a handler: read anew each time. */
const upload = {
  read: async () => new Uint8Array(await readFile(path)),
  sha256: createHash('sha256')
    .update(await readFile(path))
    .digest(),
}
const watched = watchProcess()
const name = 'gains.csv'
const [plan, checkMs] = await timed(() => checkPostingBatch({ upload, query: { name } } as never, context))
const query = { name, reference: `Batch of ${path}`, planHash: plan.planHash }
const [{ batchId }, enterMs] = await timed(async () =>
  enterPostingBatch({ upload, query } as never, context, await readBatchFile({ upload } as never, context)),
)
const [, postMs] = isPosted ? await timed(() => post(batchId)) : [null, 0]
const seen = await watched.end()
await databases.close()
process.send?.({ checkMs, enterMs, postMs, ...seen } satisfies BatchTimes)
process.disconnect?.()

/** As a second person confirms it, and the job posts it. */
async function post(id: string): Promise<void> {
  const at = new Date()
  await db
    .updateTable('posting_batch')
    .set({
      ...{ state: 'applying', confirmed_by: randomUUID(), confirmed_by_name: 'Another person' },
      ...{ confirmed_at: at, progress_at: at },
    })
    .where('batch_id', '=', id)
    .execute()
  await applyPostingBatch.run(
    { client: 'npt', batchId: id },
    {
      ...{ db, origin: { book: 'npt' }, mailer: null, documentFiles: null, signatures: noProviders, secret },
      ...{ sealer: null, checkpointFolders: [], originPattern: 'http://{client}.example' },
      ...{ providerSecrets: {}, smtpUrl: null },
      ...{ client: clientNamed, clock: systemClock, signal: new AbortController().signal },
    },
  )
}
