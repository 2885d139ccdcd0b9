import { type Route, route } from '../../../server/http/route.ts'
import * as closeContract from '../close/month-close.contract.ts'
import { closeMonth } from '../close/server/close-month.ts'
import { confirmReopening } from '../close/server/confirm-reopening.ts'
import { getMonthClose } from '../close/server/get-month-close.ts'
import { requestReopening } from '../close/server/request-reopening.ts'
import { withdrawReopening } from '../close/server/withdraw-reopening.ts'
import * as journalContract from '../journal/journal.contract.ts'
import { downloadJournal } from '../journal/server/download-journal.ts'
import { exportJournal } from '../journal/server/export-journal.ts'
import { getJournal } from '../journal/server/get-journal.ts'
import * as contract from '../month-end.contract.ts'
import { exportFundRollForward } from './export-fund-roll-forward.ts'
import { exportTrialBalance } from './export-trial-balance.ts'
import { getTrialBalance } from './get-trial-balance.ts'
import { listFundRollForward } from './list-fund-roll-forward.ts'

export const monthEndRoutes: readonly Route[] = [
  route(contract.getTrialBalance, getTrialBalance),
  route(contract.exportTrialBalance, exportTrialBalance),
  route(contract.listFundRollForward, listFundRollForward),
  route(contract.exportFundRollForward, exportFundRollForward),
  route(journalContract.getJournal, getJournal),
  route(journalContract.exportJournal, exportJournal),
  route(journalContract.downloadJournal, downloadJournal),
  route(closeContract.getMonthClose, getMonthClose),
  route(closeContract.closeMonth, closeMonth),
  route(closeContract.requestReopening, requestReopening),
  route(closeContract.confirmReopening, confirmReopening),
  route(closeContract.withdrawReopening, withdrawReopening),
]
