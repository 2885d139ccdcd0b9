import { randomInt, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { IsoDate } from '../../domain/dates.ts'
import { type BankNumbers, kindOf } from '../../features/charity-profiles/domain/bank-numbers.ts'
import { encryptBankNumbers, ownerOf } from '../../features/charity-profiles/server/encrypt-bank-numbers.ts'
import { applyBankFile, checkBankFile, listBankFiles } from '../../features/payments/bank-files.contract.ts'
import {
  closeNotice,
  listChangeNotices,
  proposeFromNotice,
} from '../../features/payments/change-notices.contract.ts'
import {
  approveRun,
  cancelRun,
  checkRun,
  createRun,
  getPaymentRun,
  listPaymentRuns,
  releaseRun,
  removePayments,
  sendRun,
  withdrawRun,
} from '../../features/payments/payments.contract.ts'
import { listRunPayments } from '../../features/payments/run-payment.contract.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { hostOf, type TestApp } from '../app.ts'
import type { Person } from '../factories/make-fund.ts'
import { transferNumbers } from './transfer-numbers.ts'

type Keyed = { databases: Databases; documentFiles: { keys: DataKeys } }

/** Writes details that two people confirmed on this day; by default the account that the bank files of the tests name. */
export async function makeBankDetails(
  { databases, documentFiles: { keys } }: Keyed,
  charityId: string,
  about: { realm?: string; confirmedAt: Date; numbers?: BankNumbers },
): Promise<BankNumbers> {
  const { realm = 'npt', confirmedAt } = about
  const numbers: BankNumbers = about.numbers ?? transferNumbers[countryOf(realm)]
  const detailsId = randomUUIDv7()
  const { ciphertext, dataKey } = encryptBankNumbers(keys, ownerOf(realm, detailsId), numbers)
  await databases
    .realm(realm)
    .insertInto('charity_bank_details')
    .values({
      details_id: detailsId,
      charity_id: charityId,
      country: numbers.country,
      holder_name: 'The charity',
      last_four: numbers.account.slice(-4),
      account_kind: kindOf(numbers),
      ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
      state: 'confirmed',
      reason: 'Their letter',
      proposed_by: randomUUID(),
      proposed_by_name: 'One',
      proposed_at: confirmedAt,
      note: 'Called',
      decided_by: randomUUID(),
      decided_by_name: 'Two',
      decided_at: confirmedAt,
    })
    .execute()
  return numbers
}

const countryOf = (realm: string) =>
  ['npt', 'ubs', 'glenmede', 'tolleson', 'ab'].includes(realm) ? ('US' as const) : ('GB' as const)

/** Another account of a charity of this realm. */
export const newNumbers = (realm = 'npt'): BankNumbers => ({
  ...transferNumbers[countryOf(realm)],
  account: String(randomInt(20_000_000, 99_999_999)),
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** The requests of tests about payment runs. */
export function paymentCalls(portal: TestApp, client = 'npt') {
  const run = (runId: string) => ({ params: { runId } })
  const as = (person: Person) => ({ as: person.session, client })
  const withReason = { ...command({ reason: 'A test' }) }
  const empty = command({})
  return {
    list: (by: Person) => portal.call(listPaymentRuns, { query: { first: 500 } }, as(by)),
    collect: (by: Person, method: 'eft' | 'cheque', cutoffOn: string) =>
      portal.call(createRun, { body: command({ method, cutoffOn: cutoffOn as never }) }, as(by)),
    read: (runId: string, by: Person) => portal.call(getPaymentRun, run(runId), as(by)),
    payments: (runId: string, by: Person, query: { onlyProblems?: boolean; first?: number } = {}) =>
      portal.call(listRunPayments, { ...run(runId), query: { first: 500, ...query } }, as(by)),
    check: (runId: string, by: Person) => portal.call(checkRun, { ...run(runId), body: empty }, as(by)),
    remove: (runId: string, by: Person, paymentId: string | null = null) =>
      portal.call(
        removePayments,
        { ...run(runId), body: command({ paymentId, reason: 'Next time' }) },
        as(by),
      ),
    /** Approves what the person sees now. */
    approve: async (runId: string, by: Person, firstCheque: string | null = null) => {
      const read = await portal.call(getPaymentRun, run(runId), as(by))
      const { contentHash, paymentOn } =
        read.status === 200 ? read.reply : { contentHash: '', paymentOn: '2026-03-16' as IsoDate }
      const body = command({ firstCheque, contentHash, paymentOn })
      return await portal.call(approveRun, { ...run(runId), body }, as(by))
    },
    withdraw: (runId: string, by: Person) =>
      portal.call(withdrawRun, { ...run(runId), body: withReason }, as(by)),
    release: (runId: string, by: Person) => portal.call(releaseRun, { ...run(runId), body: empty }, as(by)),
    send: (runId: string, by: Person) => portal.call(sendRun, { ...run(runId), body: empty }, as(by)),
    cancel: (runId: string, by: Person) =>
      portal.call(cancelRun, { ...run(runId), body: withReason }, as(by)),
    file: (runId: string, by: Person, what: 'file' | 'letters' = 'file') =>
      portal.app.inject({
        method: 'POST',
        url: `/api/payment-runs/${runId}/${what}`,
        headers: { host: hostOf(client), ...by.session.headers },
      }),
    bankFiles: (by: Person) => portal.call(listBankFiles, {}, as(by)),
    notices: (by: Person) => portal.call(listChangeNotices, {}, as(by)),
    proposeNotice: (noticeId: string, by: Person) =>
      portal.call(proposeFromNotice, { params: { noticeId }, body: empty }, as(by)),
    closeNotice: (noticeId: string, by: Person, key?: string) =>
      portal.call(
        closeNotice,
        { params: { noticeId }, body: command({ note: 'Entered by hand' }) },
        { ...as(by), ...(key === undefined ? {} : { idempotencyKey: key }) },
      ),
    previewFile: (text: string | Uint8Array<ArrayBuffer>, by: Person, confirmed: readonly number[] = []) =>
      portal.call(
        checkBankFile,
        {
          query: { name: 'bank-file.txt', confirmed: confirmed.join(',') },
          upload: typeof text === 'string' ? new Uint8Array(Buffer.from(text)) : text,
        },
        as(by),
      ),
    applyBankFileLines: (text: string, by: Person, planHash: string, confirmed: readonly number[] = []) =>
      portal.call(
        applyBankFile,
        {
          query: { name: 'bank-file.txt', planHash, confirmed: confirmed.join(',') },
          upload: new Uint8Array(Buffer.from(text)),
        },
        as(by),
      ),
  }
}
