import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { localEnglish } from '../../domain/local-english.ts'
import type { BankNumbers } from '../../features/charity-profiles/domain/bank-numbers.ts'
import { encryptBankNumbers, ownerOf } from '../../features/charity-profiles/server/encrypt-bank-numbers.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'
import { payeesConfirmedAt, writeConfirmedPayees } from './confirmed-payees.ts'

/** One of this many charities has no details yet, so that a run shows what cannot be paid. */
const withoutDetails = 14

type Settings = { client: Client; keys: DataKeys; userIds: DemoUserIds }

/** Writes the bank details of charities, which two people confirmed before all grants, and where their payments and letters go. */
export async function writeDemoPayees(
  realmDb: Kysely<DB>,
  charityIds: readonly string[],
  { client, keys, userIds }: Settings,
): Promise<void> {
  const known = charityIds.filter((_, index) => index % withoutDetails !== withoutDetails - 1)
  const rows = known.map(charityId => {
    const numbers = numbersOf(charityId, client)
    const detailsId = randomUUIDv7()
    const { ciphertext, dataKey } = encryptBankNumbers(keys, ownerOf(client.realm, detailsId), numbers)
    return {
      details_id: detailsId,
      charity_id: charityId,
      country: numbers.country,
      holder_name: 'The charity',
      last_four: numbers.account.slice(-4),
      ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
      state: 'confirmed' as const,
      reason: localEnglish('Their enrolment form', client.locale),
      proposed_by: userIds.super,
      proposed_by_name: demoName('super'),
      proposed_at: payeesConfirmedAt,
      note: 'Called on the number of their annual report',
      decided_by: userIds.super2,
      decided_by_name: demoName('super2'),
      decided_at: payeesConfirmedAt,
    }
  })
  if (rows.length === 0) return
  await realmDb
    .insertInto('charity_bank_details')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const payees = known.map(charityId => {
    // The same for each book of the realm.
    const place = Number(numbersOf(charityId, client).account.slice(-3))
    return {
      charityId,
      address: client.locale === 'en-GB' ? `${place + 1} Orchard Lane, London EC1A 1BB` : null,
      email: place % 2 === 0 ? `grants-${place}@charity.example` : null,
    }
  })
  await writeConfirmedPayees(realmDb, payees)
}

/** Invented numbers: a routing number of no bank, and an account by the charity's number. */
function numbersOf(charityId: string, client: Client): BankNumbers {
  const account = (charityId.replaceAll(/\D/g, '') || String(randomUUID().length)).padStart(8, '0').slice(-8)
  return client.book.currency === 'USD'
    ? { country: 'US', bank: '099990105', account }
    : { country: 'GB', bank: '000010', account }
}
