import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { bankCalendarOf, nextBankingDay } from '../../domain/bank-holidays.ts'
import { addDays, dateOf, type IsoDate } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { listOfRun } from '../../features/payments/server/facts.queries.ts'
import { listLetterFacts } from '../../features/payments/server/letters.queries.ts'
import { letterOf } from '../../features/payments/server/payment-letter.ts'
import { fileOwner } from '../../features/payments/server/run-file.ts'
import { paymentStops, screenGrants } from '../../features/screening/server/payment-stops.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { encryptBytes } from '../../server/files/encrypted-bytes.ts'
import { portalOf } from '../../server/heavy-work/requester.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'
import {
  type DemoPayment,
  type DemoRun,
  insertRuns,
  listSentRuns,
  numberPayments,
  updateFiles,
  updateLetters,
} from './demo-runs.queries.ts'
import type { PastGrant } from './past-grants.ts'

const firstDay = Date.parse('2019-12-31')

/** A run of each method on each day: later days have higher numbers. */
const numberOf = (on: IsoDate, method: 'eft' | 'cheque') =>
  ((Date.parse(on) - firstDay) / dayMs) * 2 + (method === 'eft' ? 0 : 1)

function paymentFormatOf({ name, payments }: Client) {
  if (payments === null) throw new Error(`the client ${name} pays no grants`)
  return payments.format
}

type Settings = { client: Client; userIds: DemoUserIds; now: Date }

/**
 * Writes the runs that paid these grants, and those of today that have the scheduled ones, before the history of the grants. The approver of the
 * grants collected them and the other super user approved the runs.
 */
export async function writeRuns(
  trx: Kysely<DB>,
  grants: readonly PastGrant[],
  { client, userIds, now }: Settings,
): Promise<void> {
  const today = dateOf(now, client.timeZone)
  const nextDay = nextBankingDay(addDays(today, 1), bankCalendarOf(client.defaultPhoneCountry))
  const runs = new Map<number, DemoRun>()
  const payments: Omit<DemoPayment, 'problem'>[] = []
  for (const { grantId, steps, paid, method } of grants) {
    if (!steps.some(({ transition }) => transition === 'schedule')) continue
    const isSent = paid !== null
    // The runs of today that wait for their approval come after all others.
    const on = paid?.on ?? nextDay
    const number = numberOf(on, method)
    const at = isSent ? new Date(Math.min(Date.parse(`${on}T14:00:00Z`), now.getTime())) : now
    const format = method === 'cheque' ? 'cheques' : paymentFormatOf(client)
    runs.set(number, { number, method, format, on, at: at.toISOString(), isSent })
    payments.push({ grantId, runNumber: number })
  }
  const grantIds = payments.map(({ grantId }) => grantId)
  const book = client.book.name
  await screenGrants(trx, grantIds, { book, at: now, requester: portalOf(client) })
  const stops = await paymentStops(trx, grantIds, { book, approver: null })
  // What was paid before its charity or a person was listed bears what a check would find today.
  const checked = payments.map(payment => ({ ...payment, problem: stops.get(payment.grantId) ?? null }))
  await insertRuns(trx, [...runs.values()], checked, {
    collector: userIds.super,
    collectorName: demoName('super'),
    approver: userIds.super2,
    approverName: demoName('super2'),
  })
}

/** Numbers the payments of a book, and writes their letters and the files of their runs. */
export async function finishRuns(
  db: Kysely<DB>,
  { client, keys }: { client: Client; keys: DataKeys },
): Promise<void> {
  await db.transaction().execute(async trx => {
    await numberPayments(trx)
    const files: Parameters<typeof updateFiles>[1][number][] = []
    const letters: Parameters<typeof updateLetters>[1][number][] = []
    for (const { run_id, run_number } of await listSentRuns(trx)) {
      for (const facts of await listLetterFacts(trx, run_id))
        letters.push({ payment_id: facts.payment_id, letter: letterOf(facts, client) })
      const paid = await listOfRun(trx, run_id)
      const text = paid.map(({ transaction_id, amount_minor }) => `GRANT-${transaction_id} ${amount_minor}`)
      const bytes = Buffer.from(`Demonstration: run ${run_number} as it was paid\n${text.join('\n')}\n`)
      const { ciphertext, dataKey } = encryptBytes(keys, fileOwner(client.book.name, run_id), bytes)
      files.push({
        run_id,
        name: `${client.name}-run-${run_number}.txt`,
        hash: hash('sha256', bytes),
        ciphertext: ciphertext.toString('base64'),
        keyId: dataKey.keyId,
        dataKey: dataKey.wrapped.toString('base64'),
      })
    }
    await updateLetters(trx, letters)
    await updateFiles(trx, files)
  })
}
