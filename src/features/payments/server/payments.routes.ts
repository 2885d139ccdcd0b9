import { type Route, route } from '../../../server/http/route.ts'
import * as answers from '../bank-answers.contract.ts'
import * as contract from '../payments.contract.ts'
import { approveRun } from './approve-run.ts'
import { appliedFiles, applyFile, checkAnswer } from './bank-answers.ts'
import { noteContact, outstandingCheques } from './cheques.ts'
import { collectRun } from './collect-run.ts'
import { cancelRun, checkRun, releaseRun, removePayments, sendRun, withdrawRun } from './run-commands.ts'
import { paymentRuns, runDetails, runPayments } from './run-details.ts'
import { runFile, runLetters } from './run-downloads.ts'

export const paymentRoutes: readonly Route[] = [
  route(contract.listPaymentRuns, paymentRuns),
  route(contract.collectRun, collectRun),
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
  route(answers.listBankAnswers, appliedFiles),
  route(answers.checkBankAnswer, checkAnswer),
  route(answers.applyBankAnswer, applyFile),
]
