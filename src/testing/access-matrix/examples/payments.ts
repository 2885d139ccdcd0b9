import { hash } from 'node:crypto'
import { type IsoDate, isoDate } from '../../../domain/dates.ts'
import {
  applyBankFile,
  checkBankFile,
  getWaitingBankFile,
  listBankFiles,
} from '../../../features/payments/bank-files.contract.ts'
import {
  closeNotice,
  listChangeNotices,
  proposeFromNotice,
} from '../../../features/payments/change-notices.contract.ts'
import {
  getChequeStock,
  recordChequeBox,
  spoilCheques,
} from '../../../features/payments/cheque-stock.contract.ts'
import { listOutstandingCheques, noteContact } from '../../../features/payments/cheques.contract.ts'
import {
  approveRun,
  cancelRun,
  checkRun,
  createRun,
  downloadLetters,
  downloadRunFile,
  exportPaymentRuns,
  getPaymentRun,
  listPaymentRuns,
  releaseRun,
  removePayments,
  sendRun,
  withdrawRun,
} from '../../../features/payments/payments.contract.ts'
import {
  createPositivePayFile,
  downloadPositivePayFile,
  getPositivePay,
} from '../../../features/payments/positive-pay.contract.ts'
import {
  downloadCheques,
  downloadMicr,
  reprintCheque,
} from '../../../features/payments/print-cheques.contract.ts'
import { exportRunPayments, listRunPayments } from '../../../features/payments/run-payment.contract.ts'
import { pain002File } from '../../payments/bank-files.ts'
import type { MadeRunState } from '../../payments/make-run.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, name } from './example.ts'

const run = async (about: Subject, state: MadeRunState) => ({
  params: { runId: (await about.freshRun(state)).runId },
})
const runOfCheques = async (about: Subject) => ({
  params: { runId: (await about.freshRun('released', 'cheque')).runId },
})
const ofPayment = ({ runId, paymentId }: { runId: string; paymentId: string }) => ({ runId, paymentId })
const withReason = { body: command({ reason: 'A test' }) }
const empty = { body: command({}) }
const answer = (reference: string) =>
  new Uint8Array(Buffer.from(pain002File(unknownRun, { transfers: [{ reference, status: 'ACSP' }] })))
const cheque = async (about: Subject) => ({
  params: { paymentId: (await about.freshRun('sent', 'cheque')).paymentId },
})

/** Each box that an example records has numbers of its own. */
let lastBox = 40_000_000

/** The hash of that bank file's plan, the same for every sender, because it names no run of ours. */
const unknownLine = hash('sha256', '1 unknown undefined null')
/** A run that no book has. */
const unknownRun = 999_999

export const paymentsExamples: readonly Example[] = [
  example(listPaymentRuns, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshRun('created')
      return {}
    },
    contains: () => 'Somebody before',
  }),
  example(exportPaymentRuns, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshRun('created')
      return csv
    },
    contains: () => 'Somebody before',
  }),
  example(createRun, {
    needs: 'GRANT_PAY',
    sent: async about => {
      await about.readyEverywhere()
      return { body: command({ method: 'eft' as const, cutoffOn: '2026-11-20' as IsoDate }) }
    },
    contains: () => 'created',
  }),
  example(getPaymentRun, { needs: 'SUPER_DASHBOARD_VIEW', sent: about => run(about, 'approved') }),
  example(listRunPayments, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: about => run(about, 'approved'),
    contains: name,
  }),
  example(exportRunPayments, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ ...(await run(about, 'approved')), query: { format: 'csv' as const } }),
    contains: name,
  }),
  example(checkRun, {
    needs: 'GRANT_PAY',
    sent: async about => ({ ...(await run(about, 'created')), ...empty }),
  }),
  example(removePayments, {
    needs: 'GRANT_PAY',
    sent: async about => {
      const { runId, paymentId } = await about.freshRun('created')
      return { params: { runId }, body: command({ paymentId, reason: 'A test' }) }
    },
  }),
  example(approveRun, {
    needs: 'GRANT_PAY',
    sent: async about => {
      const { runId, seen } = await about.freshRun('created')
      return { params: { runId }, body: command({ firstCheque: null, ...seen }) }
    },
  }),
  example(withdrawRun, {
    needs: 'GRANT_PAY',
    sent: async about => ({ ...(await run(about, 'approved')), ...withReason }),
  }),
  example(releaseRun, {
    needs: 'GRANT_PAY',
    sent: async about => ({ ...(await run(about, 'approved')), ...empty }),
  }),
  example(sendRun, {
    needs: 'GRANT_PAY',
    sent: async about => ({ ...(await run(about, 'released')), ...empty }),
  }),
  example(cancelRun, {
    needs: 'GRANT_PAY',
    sent: async about => ({ ...(await run(about, 'created')), ...withReason }),
  }),
  example(downloadRunFile, {
    needs: 'GRANT_PAY',
    sent: about => run(about, 'released'),
    contains: () => 'the file of a run',
  }),
  example(downloadLetters, {
    needs: 'GRANT_PAY',
    sent: about => run(about, 'approved'),
    contains: () => '%PDF-',
  }),
  example(downloadCheques, {
    needs: 'GRANT_PAY',
    // The other client writes no cheques.
    statusWithoutFeature: 409,
    sent: about => runOfCheques(about),
    contains: () => '%PDF-',
  }),
  example(downloadMicr, {
    needs: 'GRANT_PAY',
    // The other client writes no cheques.
    statusWithoutFeature: 409,
    sent: about => runOfCheques(about),
    contains: () => '"transit"',
  }),
  example(reprintCheque, {
    needs: 'GRANT_PAY',
    sent: async about => {
      await about.freshChequeBox()
      return { params: await about.freshRun('released', 'cheque').then(ofPayment), ...withReason }
    },
    contains: () => '"reprints":[{',
  }),
  example(listOutstandingCheques, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await cheque(about)
      return {}
    },
    contains: name,
  }),
  example(noteContact, {
    needs: 'GRANT_PAY',
    sent: async about => ({ ...(await cheque(about)), body: command({ note: 'Nobody answered' }) }),
    contains: () => 'Nobody answered',
  }),
  example(getChequeStock, {
    needs: 'SUPER_DASHBOARD_VIEW',
    // The other client writes no cheques.
    statusWithoutFeature: 200,
    sent: async about => {
      await about.freshChequeBox()
      return {}
    },
    contains: () => 'Somebody before',
  }),
  example(recordChequeBox, {
    needs: 'GRANT_PAY',
    // The other client writes no cheques.
    statusWithoutFeature: 409,
    sent: () => {
      lastBox += 10
      return {
        body: command({
          ...{ first: String(lastBox - 9), last: String(lastBox) },
          receivedOn: isoDate('2026-01-05'),
        }),
      }
    },
    contains: () => '"isKept":true',
  }),
  example(spoilCheques, {
    needs: 'GRANT_PAY',
    // The other client writes no cheques.
    statusWithoutFeature: 409,
    statusElsewhere: 400,
    sent: async about => {
      const { first } = await about.freshChequeBox()
      return { body: command({ first, last: first, reason: 'A test' }) }
    },
    contains: () => 'A test',
  }),
  example(getPositivePay, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshPositivePay()
      return {}
    },
    contains: ({ book }) => `cheques of ${book}.txt`,
  }),
  example(createPositivePayFile, {
    needs: 'GRANT_PAY',
    sent: async about => {
      await about.freshPositivePay()
      return empty
    },
    contains: () => '"isNew":',
  }),
  example(downloadPositivePayFile, {
    needs: 'GRANT_PAY',
    sent: async about => ({ params: { fileId: await about.freshPositivePay() } }),
    contains: ({ book }) => `of ${book}`,
  }),
  example(listChangeNotices, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshNotice()
      return {}
    },
    contains: ({ book }) => `MATRIX SHELTER OF ${book.toUpperCase()}`,
  }),
  example(proposeFromNotice, {
    needs: 'BANK_DETAILS_EDIT',
    sent: async about => {
      await about.withoutBankDetails()
      return { params: { noticeId: await about.freshNotice() }, body: command({}) }
    },
    contains: () => 'proposed',
  }),
  example(closeNotice, {
    needs: 'GRANT_PAY',
    sent: async about => ({
      params: { noticeId: await about.freshNotice() },
      body: command({ note: 'Entered by hand' }),
    }),
    contains: () => 'Entered by hand',
  }),
  example(listBankFiles, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => ({}) }),
  example(getWaitingBankFile, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: { bankFileId: await about.waitingBankFile() } }),
    contains: ({ book }) => `waits-at-${book}.xml`,
  }),
  example(checkBankFile, {
    needs: 'GRANT_PAY',
    sent: () => ({ query: { name: 'answer.xml' }, upload: answer('GRANT-1') }),
  }),
  example(applyBankFile, {
    needs: 'GRANT_PAY',
    sent: () => ({
      query: { name: 'answer.xml', planHash: unknownLine },
      upload: answer('GRANT-1'),
    }),
  }),
]
