import { hash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { books, clients } from '../../clients/clients.ts'
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
import type { Databases } from '../../server/db/pools.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { encryptBytes } from '../../server/files/encrypted-bytes.ts'
import { writePdf } from '../../server/pdf/write-pdf.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'

type DemoVetting = {
  fields: Omit<VettingFields, 'expiresOn'>
  enteredDaysAgo: number
  /** From today. */
  expiresInDays: number
  isConfirmed: boolean
}

const nothingElse = { alsoKnownAs: '', usState: '' }

/** One that is valid, one that ends soon, and one that waits for a second person. */
const inTheStates: readonly DemoVetting[] = [
  {
    fields: {
      ...{ ...nothingElse, name: 'Harborview Public Library District', street: '12 Quay Street' },
      ...{ city: 'Rockport', usState: 'ME', postalCode: '04856', basis: 'government' },
      finding: 'Created by a county ordinance. Its attorney confirms that it is a political subdivision.',
    },
    ...{ enteredDaysAgo: 200, expiresInDays: 700, isConfirmed: true },
  },
  {
    fields: {
      ...{ ...nothingElse, name: 'St. Brendan Chapel of the Harbor', street: '4 Pier Road' },
      ...{ city: 'Camden', usState: 'ME', postalCode: '04843', basis: 'church' },
      finding: 'Listed in the directory of its denomination; letter of its treasurer.',
    },
    ...{ enteredDaysAgo: 680, expiresInDays: 50, isConfirmed: true },
  },
  {
    fields: {
      ...{ ...nothingElse, name: 'Lakeshore Youth Orchestra, Erie Chapter', street: '800 State Street' },
      ...{ city: 'Erie', usState: 'PA', postalCode: '16501', basis: 'group-exemption' },
      finding: 'The central organization confirms in writing that the chapter is a member of its group.',
    },
    ...{ enteredDaysAgo: 2, expiresInDays: 700, isConfirmed: false },
  },
]

const inTheKingdom: readonly DemoVetting[] = [
  {
    fields: {
      ...{ ...nothingElse, name: 'Wetherby College Development Fund', street: 'College Lane' },
      ...{ city: 'Wetherby', postalCode: 'LS22 6AA', basis: 'hmrc-recognised' },
      finding: 'HMRC’s letter of recognition as an exempt charity.',
    },
    ...{ enteredDaysAgo: 200, expiresInDays: 700, isConfirmed: true },
  },
  {
    fields: {
      ...{ ...nothingElse, name: 'St Aldwin’s Parish Church', street: '2 Church Row' },
      ...{ city: 'Ludlow', postalCode: 'SY8 1AA', basis: 'church' },
      finding: 'Excepted charity; letter of the diocese and its accounts.',
    },
    ...{ enteredDaysAgo: 2, expiresInDays: 700, isConfirmed: false },
  },
]

/** Organizations on no register that each book's staff have vetted. One book after the other, because their numbers come from one sequence. */
export async function writeDemoVettings(
  databases: Databases,
  about: { userIds: ReadonlyMap<string, DemoUserIds>; keys: DataKeys; now: Date },
): Promise<void> {
  for (const book of books) {
    const client = Object.values(clients).find(each => each.book.name === book.name)
    const people = about.userIds.get(book.realm)
    if (!client || !people) continue
    for (const vetting of book.currency === 'USD' ? inTheStates : inTheKingdom)
      await writeVetting(databases.realm(book.realm), vetting, { ...about, client, people })
  }
}

async function writeVetting(
  realmDb: Kysely<DB>,
  { fields, enteredDaysAgo, expiresInDays, isConfirmed }: DemoVetting,
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
    await addCharityWords(trx, searchedTexts(columns))
  })
}
