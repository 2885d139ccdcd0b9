import { preparedRoute, type Route, route } from '../../../server/http/route.ts'
import * as bankFiles from '../bank-files.contract.ts'
import * as changeNotices from '../change-notices.contract.ts'
import * as contract from '../payments.contract.ts'
import { waitingFile } from './apply-filed-file.ts'
import { approveRun } from './approve-run.ts'
import { appliedFiles, applyFile, previewFile, takeFile, withTakenFile } from './bank-files.ts'
import { closeNotice, noticeList, proposeNotice, readCorrection } from './change-notices.ts'
import { noteContact, outstandingCheques } from './cheques.ts'
import { createRun } from './create-run.ts'
import { cancelRun, checkRun, releaseRun, removePayments, sendRun, withdrawRun } from './run-commands.ts'
import { paymentRuns, runDetails, runPayments } from './run-details.ts'
import { runFile, runLetters } from './run-downloads.ts'

export const paymentRoutes: readonly Route[] = [
  route(contract.listPaymentRuns, paymentRuns),
  route(contract.createRun, createRun),
  route(contract.getPaymentRun, async ({ params: { runId } }, context) => await runDetails(runId, context)),
  route(contract.listRunPayments, runPayments),
  route(contract.checkRun, checkRun),
  route(contract.removePayments, removePayments),
  route(contract.approveRun, approveRun),
  route(contract.withdrawRun, withdrawRun),
  route(contract.releaseRun, releaseRun),
  route(contract.sendRun, sendRun),
  route(contract.cancelRun, cancelRun),
  route(contract.downloadRunFile, runFile),
  route(contract.downloadLetters, runLetters),
  route(contract.listOutstandingCheques, outstandingCheques),
  route(contract.noteContact, noteContact),
  route(changeNotices.listChangeNotices, noticeList),
  preparedRoute(changeNotices.proposeFromNotice, readCorrection, proposeNotice),
  route(changeNotices.closeNotice, closeNotice),
  route(bankFiles.listBankFiles, appliedFiles),
  route(bankFiles.getWaitingBankFile, waitingFile),
  preparedRoute(bankFiles.checkBankFile, takeFile, withTakenFile(previewFile)),
  preparedRoute(bankFiles.applyBankFile, takeFile, withTakenFile(applyFile)),
]
