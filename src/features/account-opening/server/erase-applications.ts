import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { clients } from '../../../clients/clients.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { addEvent } from './applications.queries.ts'
import { isApplicationDue } from './due-applications.queries.ts'

const batchSize = 500

/** Erases applications whose time is over (§17), in every book of the realm. */
export const eraseApplications = realmTask(
  'erase-applications',
  z.object({}),
  async (_payload, { books }) => {
    const now = new Date()
    for (const { name, db } of books) {
      const client = Object.values(clients).find(({ book }) => book.name === name)
      if (client) await eraseDue(db, { today: dateOf(now, client.timeZone), at: now })
    }
  },
)

/**
 * Erases what was filled in, the signers and the history of each application whose time is over. Its papers go first: the retention
 * of documents lists and removes them (src/features/documents/server/retention.ts).
 *
 * @returns how many were erased.
 */
export async function eraseDue(db: Kysely<DB>, { today, at }: { today: IsoDate; at: Date }): Promise<number> {
  const { rows } = await sql<{ application_id: string }>`
    select p.application_id from account_application p
    where p.erased_at is null and ${isApplicationDue('p', today)}
      and not exists (select from document d where d.book = p.book and d.application_id = p.application_id and d.state = 'stored')
      and not exists (select from envelope e join envelope_file f on f.book = e.book and f.envelope_id = e.envelope_id
        where e.book = p.book and e.application_id = p.application_id and f.state = 'stored')
    limit ${batchSize}`.execute(db)
  for (const { application_id: applicationId } of rows) await eraseOne(db, applicationId, { today, at })
  return rows.length
}

async function eraseOne(
  db: Kysely<DB>,
  applicationId: string,
  { today, at }: { today: IsoDate; at: Date },
): Promise<void> {
  await db.transaction().execute(async trx => {
    const { rows } = await sql`
      update account_application p set draft = '{}', document = null, duplicates = null, message =
          case when p.state = 'declined' then 'Erased' end, erased_at = ${at}
        where p.application_id = ${applicationId} and p.erased_at is null and ${isApplicationDue('p', today)}
        returning p.application_id`.execute(trx)
    // Somebody has changed it since it was found.
    if (rows.length === 0) return
    for (const table of ['application_signer', 'application_event'] as const)
      await trx.deleteFrom(table).where('application_id', '=', applicationId).execute()
    await addEvent(trx, applicationId, {
      kind: 'erased',
      at,
      userId: null,
      name: 'The portal',
      bySponsor: true,
    })
  })
}
