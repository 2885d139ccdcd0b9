import { preparedRoute, type Route, route } from '../../../server/http/route.ts'
import * as bankFilesContract from '../bank-files.contract.ts'
import * as changeNoticesContract from '../change-notices.contract.ts'
import * as chequeStockContract from '../cheque-stock.contract.ts'
import * as chequesContract from '../cheques.contract.ts'
import * as paymentsContract from '../payments.contract.ts'
import * as positivePayContract from '../positive-pay.contract.ts'
import * as printChequesContract from '../print-cheques.contract.ts'
import * as runPaymentContract from '../run-payment.contract.ts'
import { applyBankFile } from './apply-bank-file.ts'
import { approveRun } from './approve-run.ts'
import { cancelRun } from './cancel-run.ts'
import { readCorrection } from './change-notices.ts'
import { checkBankFile } from './check-bank-file.ts'
import { checkRun } from './check-run.ts'
import { closeNotice } from './close-notice.ts'
import { createPositivePayFile } from './create-positive-pay-file.ts'
import { createRun } from './create-run.ts'
import { downloadCheques } from './download-cheques.ts'
import { downloadLetters } from './download-letters.ts'
import { downloadMicr } from './download-micr.ts'
import { downloadPositivePayFile } from './download-positive-pay-file.ts'
import { downloadRunFile } from './download-run-file.ts'
import { exportPaymentRuns } from './export-payment-runs.ts'
import { exportRunPayments } from './export-run-payments.ts'
import { getChequeStock } from './get-cheque-stock.ts'
import { getPositivePay } from './get-positive-pay.ts'
import { getWaitingBankFile } from './get-waiting-bank-file.ts'
import { listBankFiles } from './list-bank-files.ts'
import { listChangeNotices } from './list-change-notices.ts'
import { listOutstandingCheques } from './list-outstanding-cheques.ts'
import { listPaymentRuns } from './list-payment-runs.ts'
import { listRunPayments } from './list-run-payments.ts'
import { noteContact } from './note-contact.ts'
import { proposeFromNotice } from './propose-from-notice.ts'
import { recordChequeBox } from './record-cheque-box.ts'
import { releaseRun } from './release-run.ts'
import { removePayments } from './remove-payments.ts'
import { reprintCheque } from './reprint-cheque.ts'
import { runDetails } from './run-details.ts'
import { screenGrantsOfRun, screenReadyGrants } from './screen-payments.ts'
import { sendRun } from './send-run.ts'
import { spoilCheques } from './spoil-cheques.ts'
import { takeBankFile, withTakenBankFile } from './take-bank-file.ts'
import { withdrawRun } from './withdraw-run.ts'

export const paymentRoutes: readonly Route[] = [
  route(paymentsContract.listPaymentRuns, listPaymentRuns),
  route(paymentsContract.exportPaymentRuns, exportPaymentRuns),
  preparedRoute(paymentsContract.createRun, screenReadyGrants, createRun),
  route(
    paymentsContract.getPaymentRun,
    async ({ params: { runId } }, context) => await runDetails(runId, context),
  ),
  route(runPaymentContract.listRunPayments, listRunPayments),
  route(runPaymentContract.exportRunPayments, exportRunPayments),
  preparedRoute(paymentsContract.checkRun, screenGrantsOfRun, checkRun),
  route(paymentsContract.removePayments, removePayments),
  preparedRoute(paymentsContract.approveRun, screenGrantsOfRun, approveRun),
  route(paymentsContract.withdrawRun, withdrawRun),
  preparedRoute(paymentsContract.releaseRun, screenGrantsOfRun, releaseRun),
  route(paymentsContract.sendRun, sendRun),
  route(paymentsContract.cancelRun, cancelRun),
  route(paymentsContract.downloadRunFile, downloadRunFile),
  route(paymentsContract.downloadLetters, downloadLetters),
  route(printChequesContract.downloadCheques, downloadCheques),
  route(printChequesContract.downloadMicr, downloadMicr),
  route(printChequesContract.reprintCheque, reprintCheque),
  route(chequesContract.listOutstandingCheques, listOutstandingCheques),
  route(chequesContract.noteContact, noteContact),
  route(chequeStockContract.getChequeStock, getChequeStock),
  route(chequeStockContract.recordChequeBox, recordChequeBox),
  route(chequeStockContract.spoilCheques, spoilCheques),
  route(positivePayContract.getPositivePay, getPositivePay),
  route(positivePayContract.createPositivePayFile, createPositivePayFile),
  route(positivePayContract.downloadPositivePayFile, downloadPositivePayFile),
  route(changeNoticesContract.listChangeNotices, listChangeNotices),
  preparedRoute(changeNoticesContract.proposeFromNotice, readCorrection, proposeFromNotice),
  route(changeNoticesContract.closeNotice, closeNotice),
  route(bankFilesContract.listBankFiles, listBankFiles),
  route(bankFilesContract.getWaitingBankFile, getWaitingBankFile),
  preparedRoute(bankFilesContract.checkBankFile, takeBankFile, withTakenBankFile(checkBankFile)),
  preparedRoute(bankFilesContract.applyBankFile, takeBankFile, withTakenBankFile(applyBankFile)),
]
