import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { addMonths, dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { type DocumentStore, storeDocument } from '../../features/documents/server/store-document.ts'
import type { StepKind } from '../../features/inactive-funds/domain/attention.ts'
import { contentOfLetter, type StoredLetter } from '../../features/inactive-funds/server/fund-letter.ts'
import { causeOfLetter, insertStep } from '../../features/inactive-funds/server/inactive-funds.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import { writePdf } from '../../server/pdf/write-pdf.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'

type Fund = { account_id: string; fund_id: bigint; account_name: string; donor_name: string }
type About = { client: Client; people: DemoUserIds; now: Date }

/**
 * What staff did about two funds that nobody can log in to: a letter to the one after a call, a note about the other. The letter was
 * mailed long ago.
 */
export async function writeDemoInactiveFunds(store: DocumentStore, about: About): Promise<void> {
  const { db } = store
  if (about.client.inactiveFunds === null) return
  const [first, second] = await quietFunds(db)
  if (first) {
    await recordStep(db, first, about, {
      kind: 'call',
      days: 90,
      note: 'No one answered the number that we have.',
    })
    await sendLetter(store, first, about)
  }
  if (second)
    await recordStep(db, second, about, {
      kind: 'note',
      days: 20,
      note: 'The lawyer of the family looks for the current address.',
    })
}

type Step = { kind: StepKind; days: number; note: string | null; letter?: StoredLetter }

async function recordStep(
  db: Kysely<DB>,
  { account_id: accountId }: Fund,
  { people, now }: About,
  { kind, days, note, letter }: Step,
): Promise<string> {
  const stepId = randomUUIDv7()
  await insertStep(db, {
    step_id: stepId,
    account_id: accountId,
    kind,
    note,
    letter: letter === undefined ? null : JSON.stringify(letter),
    by_user: people.service,
    by_name: demoName('service'),
    at: new Date(now.getTime() - days * dayMs),
  })
  return stepId
}

async function sendLetter(store: DocumentStore, fund: Fund, about: About): Promise<void> {
  const { client, now } = about
  const days = 60
  const date = dateOf(new Date(now.getTime() - days * dayMs), client.timeZone)
  const term = client.inactiveFunds?.defaultGrant ?? null
  const letter: StoredLetter = {
    date,
    fundId: Number(fund.fund_id),
    accountName: fund.account_name,
    people: [{ name: fund.donor_name, address: [] }],
    answerBy: term && addMonths(date, term.termMonths),
    title: 'Your Donor-Advised Fund',
    text: [
      {
        kind: 'paragraph',
        children: [
          {
            kind: 'text',
            text: 'We have not heard from you for a while about the fund named above, and we would like to keep in touch.',
          },
        ],
      },
    ],
  }
  const stepId = await recordStep(store.db, fund, about, { kind: 'letter', days, note: null, letter })
  const at = new Date(now.getTime() - days * dayMs)
  const bytes = await writePdf({
    title: letter.title,
    text: contentOfLetter(letter, client),
    client,
    // It has no links into the portal.
    origin: '',
    versionOf: null,
    createdAt: at,
    pictures: new Map(),
  })
  await storeDocument(store, {
    accountId: fund.account_id,
    type: 'correspondence',
    name: `${letter.title}, ${letter.date}.pdf`,
    mediaType: 'application/pdf',
    bytes,
    cause: causeOfLetter(stepId),
    addedBy: null,
    at,
  })
}

/** The funds without a person who can log in that were granted from least recently. */
async function quietFunds(db: Kysely<DB>): Promise<Fund[]> {
  const { rows } = await sql<Fund>`
    select a.account_id, a.fund_id, a.account_name, a.donor_name from fund_account a
    where a.account_status = 'Active' and a.account_type <> 'General'
      and not exists (select from account_relationship o join party q on q.book = o.book and q.party_id = o.party_id
        where o.book = a.book and o.account_id = a.account_id and o.account_role_code <> 'service_team' and o.ended_at is null
          and q.user_id is not null)
    order by (select max(g.created_at) from grant_recommendation g where g.book = a.book and g.account_id = a.account_id) nulls first,
      a.fund_id
    limit 2`.execute(db)
  return rows
}
