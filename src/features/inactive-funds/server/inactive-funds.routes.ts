import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../inactive-funds.contract.ts'
import { confirmDefaultGrant } from './confirm-default-grant.ts'
import { declineDefaultGrant } from './decline-default-grant.ts'
import { downloadInactiveFundLetter } from './download-inactive-fund-letter.ts'
import { exportInactiveFunds } from './export-inactive-funds.ts'
import { getInactiveFund } from './get-inactive-fund.ts'
import { listInactiveFunds } from './list-inactive-funds.ts'
import { proposeDefaultGrant } from './propose-default-grant.ts'
import { recordInactiveFundStep } from './record-inactive-fund-step.ts'
import { sendInactiveFundLetter } from './send-inactive-fund-letter.ts'

export const inactiveFundsRoutes: readonly Route[] = [
  route(contract.listInactiveFunds, listInactiveFunds),
  route(contract.exportInactiveFunds, exportInactiveFunds),
  route(contract.getInactiveFund, getInactiveFund),
  route(contract.recordInactiveFundStep, recordInactiveFundStep),
  route(contract.sendInactiveFundLetter, sendInactiveFundLetter),
  route(contract.downloadInactiveFundLetter, downloadInactiveFundLetter),
  route(contract.proposeDefaultGrant, proposeDefaultGrant),
  route(contract.confirmDefaultGrant, confirmDefaultGrant),
  route(contract.declineDefaultGrant, declineDefaultGrant),
]
