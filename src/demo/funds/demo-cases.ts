import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { addDays, dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { lockAccountRow, setStatus } from '../../features/accounts/server/account-row.queries.ts'
import { type DocumentStore, storeDocument } from '../../features/documents/server/store-document.ts'
import { insertCase, insertEvent } from '../../features/estate-cases/server/cases.queries.ts'
import { pendingStatuses } from '../../features/grants/domain/grant-status.ts'
import { recordChange } from '../../server/changes/record-change.ts'
import { literals } from '../../server/db/literals.ts'
import type { DB } from '../../server/db/schema.ts'
import { writePdf } from '../../server/pdf/write-pdf.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'

type Found = { account_id: string; party_id: string; name: string }

/** A case about the death of a donor that waits for a second person, in a fund that only the service team can log in to. */
export async function writeDemoCase(
  store: DocumentStore,
  { client, people, now }: { client: Client; people: DemoUserIds; now: Date },
): Promise<void> {
  const found = await lastFund(store.db)
  if (!found) return
  const openedAt = new Date(now.getTime() - 3 * dayMs)
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
    type: 'death-certificate',
    name: 'Death certificate',
    mediaType: 'application/pdf',
    bytes,
    addedBy: null,
    at: openedAt,
  })
  await store.db.transaction().execute(async trx => {
    const caseId = randomUUID()
    await makeImmobile(trx, found.account_id, { userId: people.super, at: openedAt, client })
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

/** As opening a case does, without the mail to the donors. */
async function makeImmobile(
  trx: Kysely<DB>,
  accountId: string,
  { userId, at, client }: { userId: string; at: Date; client: Client },
): Promise<void> {
  const stored = await lockAccountRow(trx, accountId)
  if (!stored) throw new Error(`There is no account ${accountId}.`)
  const revision = stored.revision + 1
  const dates = { openedDate: stored.opened_on, closedDate: null }
  await setStatus(trx, accountId, { accountStatus: 'Immobile', ...dates, successorAccountId: null, revision })
  await recordChange(trx, {
    subject: 'account',
    subjectId: accountId,
    accountId,
    kind: 'account-status-set',
    revision,
    before: { accountStatus: stored.account_status, ...dates },
    after: {
      accountStatus: 'Immobile',
      effectiveDate: dateOf(at, client.timeZone),
      ...dates,
      successorFundId: null,
      reason: 'A donor has died',
    },
    author: {
      userId,
      name: demoName('super'),
      side: 'sponsor',
      onBehalfOf: null,
      sessionId: null,
      address: '127.0.0.1',
    },
    at,
  })
}

/** An active fund, if possible of one donor and without pending grants, none of whose people has a login, except the service team. */
async function lastFund(db: Kysely<DB>): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select a.account_id, p.party_id, p.name from fund_account a
      join account_relationship r on r.book = a.book and r.account_id = a.account_id and r.account_role_code = 'donor' and r.ended_at is null
      join party p on p.book = r.book and p.party_id = r.party_id
    where a.account_status = 'Active' and a.account_type <> 'General'
      and not exists (select from account_relationship o join party q on q.book = o.book and q.party_id = o.party_id
        where o.book = a.book and o.account_id = a.account_id and o.account_role_code <> 'service_team' and o.ended_at is null
          and q.user_id is not null)
    order by (select count(*) from account_relationship o
        where o.book = a.book and o.account_id = a.account_id and o.account_role_code in ('donor', 'joint_donor')
          and o.ended_at is null),
      exists (select from grant_recommendation g
        where g.book = a.book and g.account_id = a.account_id and g.transaction_status_code in (${literals(pendingStatuses)})), a.fund_id desc
    limit 1`.execute(db)
  return rows[0]
}
