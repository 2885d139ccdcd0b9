import { hash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { addDays, addMonths, dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { addCharityWords } from '../../features/charities/server/charity-words.queries.ts'
import { searchedTexts, vettingColumns } from '../../features/charity-vetting/server/vetting-columns.ts'
import { ownerOfVettingDocument } from '../../features/charity-vetting/server/vetting-documents.ts'
import {
  insertVetting,
  insertVettingDocument,
  updateVetting,
} from '../../features/charity-vetting/server/vettings.queries.ts'
import type { VettingFields } from '../../features/charity-vetting/vettings.contract.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { encryptBytes } from '../../server/files/encrypted-bytes.ts'
import { writePdf } from '../../server/pdf/write-pdf.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'

export type DemoVetting = {
  /** The charity of a register that the record of due diligence is about; missing for an organization on no register. */
  charityId?: string
  fields: Omit<VettingFields, 'expiresOn'>
  enteredDaysAgo: number
  /** From today. */
  expiresInDays: number
  isConfirmed: boolean
}

/** Writes a vetting, or a record of due diligence, that one super user entered with a document; where it is confirmed, the other did. */
export async function writeVetting(
  realmDb: Kysely<DB>,
  { charityId, fields, enteredDaysAgo, expiresInDays, isConfirmed }: DemoVetting,
  { client, people, keys, now }: { client: Client; people: DemoUserIds; keys: DataKeys; now: Date },
): Promise<void> {
  const [vettingId, documentId] = [randomUUID(), randomUUID()]
  const enteredAt = new Date(now.getTime() - enteredDaysAgo * dayMs)
  const lastDay = addDays(dateOf(now, client.timeZone), expiresInDays)
  const latest = addMonths(dateOf(enteredAt, client.timeZone), 36)
  const expiresOn = lastDay < latest ? lastDay : latest
  const document = await writePdf({
    title: `About ${fields.name}`,
    text: [{ kind: 'paragraph', children: [{ kind: 'text', text: fields.finding }] }],
    client,
    origin: `https://${client.name}.example.org`,
    versionOf: dateOf(enteredAt, client.timeZone),
    createdAt: enteredAt,
    pictures: new Map(),
  })
  const { ciphertext, dataKey } = encryptBytes(
    keys,
    ownerOfVettingDocument(client.realm, documentId),
    document,
  )
  await realmDb.transaction().execute(async trx => {
    const columns = vettingColumns({ ...fields, expiresOn })
    await insertVetting(trx, {
      vetting_id: vettingId,
      ...(charityId === undefined ? {} : { charity_id: charityId }),
      country: client.book.currency === 'USD' ? 'US' : 'GB',
      ...columns,
      proposed_by: people.super,
      proposed_by_name: demoName('super'),
      proposed_at: enteredAt,
    })
    await insertVettingDocument(trx, {
      paper_id: documentId,
      vetting_id: vettingId,
      name: `About ${fields.name}.pdf`,
      media_type: 'application/pdf',
      bytes: document.length,
      sha256: hash('sha256', document, 'buffer'),
      ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
      added_by: people.super,
      added_by_name: demoName('super'),
      added_at: enteredAt,
    })
    if (!isConfirmed) return
    await updateVetting(trx, vettingId, {
      state: 'vetted',
      note: 'The letter, and a call to its office',
      decided_by: people.super2,
      decided_by_name: demoName('super2'),
      decided_at: new Date(enteredAt.getTime() + dayMs),
    })
    if (charityId === undefined) await addCharityWords(trx, searchedTexts(columns))
  })
}
