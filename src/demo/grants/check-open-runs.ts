import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { listOfRun } from '../../features/payments/server/facts.queries.ts'
import { type RecheckedGrant, recheckRun } from '../../features/payments/server/run-commands.ts'
import { lockRun, type RunRecord } from '../../features/payments/server/runs.queries.ts'
import { screenGrants } from '../../features/screening/server/payment-stops.ts'
import type { DB } from '../../server/db/schema.ts'
import type { EncryptedFiles } from '../../server/files/encrypted-files.ts'
import { portalOf } from '../../server/heavy-work/requester.ts'
import { listOpenRuns } from './demo-runs.queries.ts'

export type AboutRuns = { client: Client; realmDb: Kysely<DB>; documentFiles: EncryptedFiles; now: Date }

/** Checks the runs that wait for their approval, so that their pages show which grants cannot be paid. */
export async function checkOpenRuns(db: Kysely<DB>, about: AboutRuns): Promise<void> {
  await db.transaction().execute(async trx => {
    for (const { run_id } of await listOpenRuns(trx)) {
      const run = await lockRun(trx, run_id)
      if (run) await checkOpenRun(trx, run, about)
    }
  })
}

/** Checks a run that was collected before people were added to its accounts. */
export async function checkOpenRun(
  trx: Kysely<DB>,
  run: RunRecord,
  { client, realmDb, documentFiles, now }: AboutRuns,
): Promise<RecheckedGrant[]> {
  const grantIds = (await listOfRun(trx, run.run_id)).map(({ grant_id }) => grant_id)
  await screenGrants(trx, grantIds, { book: client.book.name, at: now, requester: portalOf(client) })
  const context = { book: client.book, client, documentFiles, realmDb, clock: { now: () => now } }
  return await recheckRun(trx, run, context)
}
