import { type Route, route } from '../../../server/http/route.ts'
import * as reductions from '../fee-reductions.contract.ts'
import * as terms from '../fee-terms.contract.ts'
import * as writeOffs from '../fee-write-offs.contract.ts'
import * as contract from '../fees.contract.ts'
import { checkFeeRun } from './check-fee-run.ts'
import { checkWaitingFees } from './check-waiting-fees.ts'
import { confirmFeeReduction } from './confirm-fee-reduction.ts'
import { confirmFeeTerms } from './confirm-fee-terms.ts'
import { declineFeeTerms } from './decline-fee-terms.ts'
import { endFeeReduction } from './end-fee-reduction.ts'
import { enterFeeReduction } from './enter-fee-reduction.ts'
import { enterFeeRun } from './enter-fee-run.ts'
import { enterWaitingFees } from './enter-waiting-fees.ts'
import { exportFeeCharges } from './export-fee-charges.ts'
import { exportWaitingFees } from './export-waiting-fees.ts'
import { getFeeWorking } from './get-fee-working.ts'
import { listFeeCharges } from './list-fee-charges.ts'
import { listFeeReductions } from './list-fee-reductions.ts'
import { listFeeSchedules } from './list-fee-schedules.ts'
import { listFeeTerms } from './list-fee-terms.ts'
import { listFeeWriteOffs } from './list-fee-write-offs.ts'
import { listWaitingFees } from './list-waiting-fees.ts'
import { previewFeeTerms } from './preview-fee-terms.ts'
import { proposeFeeTerms } from './propose-fee-terms.ts'
import { writeOffFee } from './write-off-fee.ts'

export const feesRoutes: readonly Route[] = [
  route(contract.listFeeSchedules, listFeeSchedules),
  route(contract.checkFeeRun, checkFeeRun),
  route(contract.enterFeeRun, enterFeeRun),
  route(contract.listFeeCharges, listFeeCharges),
  route(contract.exportFeeCharges, exportFeeCharges),
  route(contract.listWaitingFees, listWaitingFees),
  route(contract.exportWaitingFees, exportWaitingFees),
  route(contract.checkWaitingFees, checkWaitingFees),
  route(contract.enterWaitingFees, enterWaitingFees),
  route(contract.getFeeWorking, getFeeWorking),
  route(reductions.listFeeReductions, listFeeReductions),
  route(reductions.enterFeeReduction, enterFeeReduction),
  route(reductions.confirmFeeReduction, confirmFeeReduction),
  route(reductions.endFeeReduction, endFeeReduction),
  route(writeOffs.listFeeWriteOffs, listFeeWriteOffs),
  route(writeOffs.writeOffFee, writeOffFee),
  route(terms.listFeeTerms, listFeeTerms),
  route(terms.previewFeeTerms, previewFeeTerms),
  route(terms.proposeFeeTerms, proposeFeeTerms),
  route(terms.confirmFeeTerms, confirmFeeTerms),
  route(terms.declineFeeTerms, declineFeeTerms),
]
