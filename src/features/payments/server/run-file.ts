import type { Client, PaymentSettings } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import { wallClock } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { Cell, FileColumn } from '../../../server/export/cells.ts'
import { csvFile } from '../../../server/export/csv.ts'
import type { DataKeys } from '../../../server/files/data-keys.ts'
import type { BankNumbers } from '../../charity-profiles/domain/bank-numbers.ts'
import { openNumbers } from '../../charity-profiles/server/read-numbers.ts'
import { referenceOf } from '../domain/payment-run.ts'
import type { CheckedGrant } from './check-grants.ts'
import { writeBacs18 } from './formats/bacs18.ts'
import { writeNacha } from './formats/nacha.ts'
import { writePain001 } from './formats/pain001.ts'
import type { FilePayment } from './formats/payment-file.ts'
import type { RunRecord } from './runs.queries.ts'

/** The owner of the key that encrypts the file of a run. */
export const fileOwner = (book: string, runId: string): string => `payment-file/${book}/${runId}`

type PlacedGrant = CheckedGrant & { place: number }
type Settings = {
  client: Client
  settings: PaymentSettings
  now: Date
  keys: DataKeys
  /** Null for transfers. */
  chequeNumbers: readonly bigint[] | null
}

/** The file for the bank, or the register of the cheques, with its name. */
export async function writeRunFile(
  run: RunRecord,
  grants: readonly PlacedGrant[],
  { client, settings, now, keys, chequeNumbers }: Settings,
): Promise<{ name: string; bytes: Uint8Array }> {
  const base = `${client.name}-run-${run.run_number}`
  if (chequeNumbers !== null)
    return {
      name: `${base}-${localEnglish('cheques', client.locale)}.csv`,
      bytes: await writeRegister(
        run,
        grants.map(({ grant, payee, place }) => ({
          number: String(chequeNumbers[place - 1]),
          payeeName: payee.name,
          payeeAddress: payee.address,
          amountMinor: grant.amount_minor,
          reference: referenceOf(grant.transaction_id),
        })),
        client,
      ),
    }
  const file = {
    runNumber: run.run_number,
    paymentOn: run.payment_on,
    made: wallClock(now, client.timeZone).slice(0, 16).replace(' ', 'T'),
    sponsor: client.displayName,
    sponsorAddress: client.support.address.join(', '),
    currency: client.book.currency,
    payments: grants.map(
      (each): FilePayment => ({
        place: each.place,
        reference: referenceOf(each.grant.transaction_id),
        amountMinor: each.grant.amount_minor,
        payeeName: each.payee.name,
        payeeAddress: each.payee.address,
        numbers: numbersOf(each, client.realm, keys),
      }),
    ),
  }
  switch (settings.format) {
    case 'nacha':
      return { name: `${base}.ach`, bytes: Buffer.from(writeNacha({ ...file, settings }), 'ascii') }
    case 'bacs18':
      return { name: `${base}.txt`, bytes: Buffer.from(writeBacs18({ ...file, settings }), 'ascii') }
    case 'pain.001':
      return { name: `${base}.xml`, bytes: Buffer.from(writePain001({ ...file, settings })) }
  }
}

/**
 * @throws Error without bank details, which the check of the run refuses first. Throws `conflict` for details that cannot be decrypted.
 */
function numbersOf({ details, grant }: PlacedGrant, realm: string, keys: DataKeys): BankNumbers {
  if (details === null) throw new Error(`the charity of grant ${grant.transaction_id} has no bank details`)
  const numbers = openNumbers(details, { keys, realm })
  if (numbers === null)
    throw new Problem('conflict', {
      detail: `The bank details of ${grant.charity_name} cannot be decrypted. Remove its payment from the run, and enter its details again.`,
    })
  return numbers
}

/** A cheque of the register. */
type RegisterRow = {
  number: string
  payeeName: string
  payeeAddress: string | null
  amountMinor: bigint
  reference: string
}

/** The data to print on each cheque, which the bank also needs before it pays them. */
export async function writeRegister(
  run: Pick<RunRecord, 'payment_on'>,
  cheques: readonly RegisterRow[],
  client: Client,
): Promise<Uint8Array> {
  const column = (heading: string, type: FileColumn['type'] = 'text'): FileColumn => ({
    heading,
    type,
    widthCharacters: 0,
  })
  const columns = [
    column(localEnglish('Cheque number', client.locale)),
    column('Date', 'date'),
    column('Payee'),
    column('Address'),
    column('Amount', 'money'),
    column('Currency'),
    column('Reference'),
  ]
  async function* rows(): AsyncGenerator<Cell[]> {
    for (const { number, payeeName, payeeAddress, amountMinor, reference } of cheques)
      yield [number, run.payment_on, payeeName, payeeAddress, amountMinor, client.book.currency, reference]
  }
  let text = ''
  for await (const line of csvFile(columns, rows())) text += line
  return Buffer.from(text)
}
