import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { Currency } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { type DocumentStore, storeDocument } from '../../documents/server/store-document.ts'
import type { Quarter } from '../domain/quarters.ts'
import { readFigures, type StatementFigures } from './statement-figures.ts'
import { insertStatement, type StatementAccount } from './statements.queries.ts'
import { writeStatement } from './write-statement.ts'

type StatementToStore = {
  /** The client of the book’s name. */
  client: Client
  currency: Currency
  quarter: Quarter
  now: Date
  /** Runs in the transaction that completes the document. */
  announce: (trx: Kysely<DB>, documentId: string) => Promise<void>
}

/** Writes and stores an account's statement of a quarter with its figures, once. */
export async function storeStatement(
  store: DocumentStore,
  account: StatementAccount,
  { client, currency, quarter, now, announce }: StatementToStore,
): Promise<void> {
  const figures = await readFigures(store.db, account.account_id, quarter, client)
  const bytes = await writeStatement(
    figures,
    {
      account: { accountName: account.account_name, fundId: String(account.fund_id) },
      currency,
      client,
      sponsor: client.sponsor,
    },
    portalOf(client),
  )
  const document = {
    accountId: account.account_id,
    type: 'statement',
    name: `Statement ${quarter.name}.pdf`,
    mediaType: 'application/pdf',
    bytes,
    cause: `statement:${account.account_id}:${quarter.name}`,
    addedBy: null,
    at: now,
  } as const
  await storeDocument(store, document, async (trx, documentId) => {
    await insertStatement(trx, {
      documentId,
      accountId: account.account_id,
      range: quarter,
      sha256: hash('sha256', bytes, 'buffer'),
      recordedAt: figures.recordedAt,
      snapshot: figures.snapshot,
      figures: storedFigures(figures),
    })
    await announce(trx, documentId)
  })
}

/** The figures as they are stored beside the document: JSON has no integers of 64 bits, so amounts are text. */
function storedFigures({ sections, summary }: StatementFigures) {
  return {
    sections: Object.fromEntries(sections.map(({ section, totalMinor }) => [section, String(totalMinor)])),
    ...Object.fromEntries(Object.entries(summary).map(([name, minor]) => [name, String(minor)])),
  }
}
