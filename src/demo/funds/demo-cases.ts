import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { addDays, dateOf } from '../../domain/dates.ts'
import { type DocumentStore, storeDocument } from '../../features/documents/server/store-document.ts'
import { insertCase, insertEvent } from '../../features/estate-cases/server/cases.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import { writePdf } from '../../server/pdf/write-pdf.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'

type Found = { account_id: string; party_id: string; name: string }

/** A case about the death of a donor that waits for a second person, in a fund of nobody who can log in. */
export async function writeDemoCase(
  store: DocumentStore,
  { client, people, now }: { client: Client; people: DemoUserIds; now: Date },
): Promise<void> {
  const found = await lastFund(store.db)
  if (!found) return
  const openedAt = new Date(now.getTime() - 3 * 86_400_000)
  const reason = 'The daughter called us and sent the certificate.'
  const bytes = await writePdf({
    title: 'Death certificate',
    text: [{ kind: 'paragraph', children: [{ kind: 'text', text: `${found.name} has died.` }] }],
    client,
    origin: `https://${client.name}.example.org`,
    versionOf: dateOf(openedAt, client.timeZone),
    createdAt: openedAt,
    pictures: new Map(),
  })
  const { documentId } = await storeDocument(store, {
    accountId: found.account_id,
    type: 'correspondence',
    name: 'Death certificate',
    mediaType: 'application/pdf',
    bytes,
    addedBy: null,
    at: openedAt,
  })
  await store.db.transaction().execute(async trx => {
    const caseId = randomUUID()
    await trx
      .updateTable('fund_account')
      .set({ account_status: 'Immobile' })
      .where('account_id', '=', found.account_id)
      .execute()
    await insertCase(trx, {
      case_id: caseId,
      account_id: found.account_id,
      kind: 'death',
      party_id: found.party_id,
      person_name: found.name,
      died_on: addDays(dateOf(openedAt, client.timeZone), -20),
      document_id: documentId,
      reason,
      status_before: 'Active',
      opened_by: people.super,
      opened_by_name: demoName('super'),
      opened_at: openedAt,
    })
    await insertEvent(trx, {
      case_id: caseId,
      kind: 'opened',
      user_id: people.super,
      by_name: demoName('super'),
      text: reason,
      at: openedAt,
    })
  })
}

/** An active fund without pending grants and schedules, none of whose people has a login. */
async function lastFund(db: Kysely<DB>): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select a.account_id, p.party_id, p.name from fund_account a
      join account_relationship r on r.book = a.book and r.account_id = a.account_id and r.account_role_code = 'donor' and r.ended_at is null
      join party p on p.book = r.book and p.party_id = r.party_id
    where a.account_status = 'Active' and a.account_type <> 'General'
      and not exists (select from account_relationship o join party q on q.book = o.book and q.party_id = o.party_id
        where o.book = a.book and o.account_id = a.account_id and o.ended_at is null and q.user_id is not null)
      and not exists (select from grant_recommendation g
        where g.book = a.book and g.account_id = a.account_id and g.transaction_status_code in (1, 2, 3, 4))
    order by a.fund_id desc limit 1`.execute(db)
  return rows[0]
}
