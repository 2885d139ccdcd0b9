import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { clientOfBook } from '../../clients/clients.ts'
import { dateOf, type IsoDate } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { updateGrant } from '../../features/grants/server/grants.queries.ts'
import { insertSteps } from '../../features/grants/server/history.queries.ts'
import { payPostings } from '../../features/ledger/domain/postings.ts'
import { postEntry } from '../../features/ledger/server/post-entry.ts'
import { paymentDayOf } from '../../features/payments/server/cutoff.ts'
import { timesOf } from '../../features/payments/server/payment-context.ts'
import { hashPayments } from '../../features/payments/server/payments.queries.ts'
import { recheckRun } from '../../features/payments/server/run-commands.ts'
import { lockRun } from '../../features/payments/server/runs.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import type { TestApp } from '../app.ts'
import { makeCharityProfile } from '../factories/make-charity-profile.ts'
import { type MadeBox, makeChequeBox } from '../payments/make-cheque-box.ts'
import { makeNotice } from '../payments/make-notice.ts'
import { makePositivePayFile } from '../payments/make-positive-pay-file.ts'
import { type MadeRunState, makeRun } from '../payments/make-run.ts'
import { makeBankDetails } from '../payments/payment-calls.ts'

type About = { book: string; charityId: string; approvedGrant: () => Promise<string> }

/** `seen`: what its page shows to the person who approves it. */
type FreshRun = { runId: string; paymentId: string; seen: { contentHash: string; paymentOn: IsoDate } }

/** The runs of a book that the examples are about. */
export type FreshPayments = {
  /** A run with one payment to the fund's charity, collected and approved by others. */
  freshRun(state: MadeRunState, method?: 'eft' | 'cheque'): Promise<FreshRun>
  /** A notice of change about a payment to the charity, which waits for a person. */
  freshNotice(): Promise<string>
  /** An approved grant that waits for a run, in every book. */
  readyEverywhere(): Promise<void>
  /** A box of cheques that nobody used. */
  freshChequeBox(): Promise<MadeBox>
  /** A file that told the bank about a cheque. */
  freshPositivePay(): Promise<string>
}

export const unknownPayments: FreshPayments = {
  freshRun: async () => ({
    runId: randomUUID(),
    paymentId: randomUUID(),
    seen: { contentHash: '', paymentOn: '2026-11-20' as IsoDate },
  }),
  freshNotice: async () => randomUUID(),
  readyEverywhere: async () => {},
  freshChequeBox: async () => ({ boxId: randomUUID(), first: '1', last: '20' }),
  freshPositivePay: async () => randomUUID(),
}

/** How each book of a portal gets a grant that waits for a run. The tests of a worker share modules. */
const readyOf = new WeakMap<TestApp, (() => Promise<void>)[]>()

/** The ledger's part of a payment: without it a paid grant would be pending in the sums of a statement. */
async function postPayment(
  trx: Kysely<DB>,
  grantId: string,
  { book, today }: { book: string; today: IsoDate },
): Promise<void> {
  const grant = await trx
    .selectFrom('grant_recommendation')
    .select(['account_id', 'amount_minor'])
    .where('grant_id', '=', grantId)
    .executeTakeFirstOrThrow()
  await postEntry(trx, {
    kind: 'grant_paid',
    currency: clientOfBook(book).book.currency,
    effectiveDate: today,
    grantId,
    actorUserId: randomUUID(),
    onBehalfOfUserId: null,
    postings: payPostings(grant.account_id, grant.amount_minor),
  })
}

export function freshPayments(portal: TestApp, { book, charityId, approvedGrant }: About): FreshPayments {
  const now = portal.clock.now()
  let isPayable: Promise<unknown> | null = null
  /** The charity is paid by transfer from now on, to details that were confirmed long ago. */
  const makePayable = async () => {
    await makeCharityProfile(portal.databases, charityId, {
      realm: book,
      default_payment_type_code: 16,
      payee_address: '12 Acorn Yard, London WC1X 0XX',
    })
    // Other examples may have confirmed details of today.
    await portal.databases
      .realm(book)
      .updateTable('charity_bank_details')
      .set({ state: 'replaced', replaced_at: now })
      .where('charity_id', '=', charityId)
      .where('state', '=', 'confirmed')
      .execute()
    await makeBankDetails(portal, charityId, {
      realm: book,
      confirmedAt: new Date(now.getTime() - 30 * dayMs),
    })
  }
  const payableGrant = async () => {
    isPayable ??= makePayable()
    await isPayable
    return await approvedGrant()
  }
  const ready = readyOf.get(portal) ?? []
  readyOf.set(portal, [...ready, async () => void (await payableGrant())])
  const freshRun: FreshPayments['freshRun'] = async (state, method = 'eft') => {
    const grantId = await payableGrant()
    return await portal.databases
      .book(book)
      .transaction()
      .execute(async trx => {
        const paid = {
          paid_on: dateOf(now, 'UTC'),
          payment_method: method,
          payment_reference: 'GRANT-4711',
        }
        await updateGrant(trx, grantId, {
          transaction_status_code: state === 'sent' ? 6 : 4,
          ...(state === 'sent' ? paid : {}),
        })
        const made = await makeRun(trx, {
          book,
          grantId,
          state,
          method,
          now,
          today: dateOf(now, 'UTC'),
          keys: portal.documentFiles.keys,
        })
        const status = state === 'sent' ? 6 : 4
        const step = { grant_id: grantId, from_status_code: 3, to_status_code: status }
        await insertSteps(trx, [{ ...step, transition: state === 'sent' ? 'pay' : 'schedule' }], {
          ...{ userId: randomUUID(), name: 'Somebody before', at: now, reason: null },
        })
        if (state === 'sent') await postPayment(trx, grantId, { book, today: dateOf(now, 'UTC') })
        const client = clientOfBook(book)
        const run = state === 'created' ? await lockRun(trx, made.runId) : undefined
        if (run)
          await recheckRun(trx, run, {
            client,
            book: client.book,
            realmDb: portal.databases.realm(book),
            clock: portal.clock,
          })
        const paymentOn = paymentDayOf(method, now, timesOf({ book: client.book, client }))
        return { ...made, seen: { contentHash: await hashPayments(trx, made.runId), paymentOn } }
      })
  }
  return {
    freshRun,
    freshNotice: async () => {
      const { paymentId } = await freshRun('sent')
      return await portal.databases
        .book(book)
        .transaction()
        .execute(trx => makeNotice(trx, { book, paymentId, now, keys: portal.documentFiles.keys }))
    },
    readyEverywhere: async () => {
      for (const make of readyOf.get(portal) ?? []) await make()
    },
    freshChequeBox: async () =>
      await portal.databases
        .book(book)
        .transaction()
        .execute(trx => makeChequeBox(trx, { book, now })),
    freshPositivePay: async () => {
      const { paymentId } = await freshRun('released', 'cheque')
      return await portal.databases
        .book(book)
        .transaction()
        .execute(trx => makePositivePayFile(trx, { book, paymentId, now }))
    },
  }
}
