import { type Route, route } from '../../../server/http/route.ts'
import * as proposalReviewContract from '../proposal-review.contract.ts'
import * as proposalsContract from '../proposals.contract.ts'
import * as vettingsContract from '../vettings.contract.ts'
import { acceptProposal } from './accept-proposal.ts'
import { addProposalDocument } from './add-proposal-document.ts'
import { addVettingDocument } from './add-vetting-document.ts'
import { confirmVetting } from './confirm-vetting.ts'
import { declineProposal } from './decline-proposal.ts'
import { declineVetting } from './decline-vetting.ts'
import { downloadVettingDocument } from './download-vetting-document.ts'
import { exportVettedCharities } from './export-vetted-charities.ts'
import { listProposals } from './list-proposals.ts'
import { listProposalsToDecide } from './list-proposals-to-decide.ts'
import { listVettedCharities } from './list-vetted-charities.ts'
import { listVettings } from './list-vettings.ts'
import { proposeCharity } from './propose-charity.ts'
import { proposeVetting } from './propose-vetting.ts'
import { recordDueDiligence } from './record-due-diligence.ts'
import { withdrawProposal } from './withdraw-proposal.ts'

export const charityVettingRoutes: readonly Route[] = [
  route(proposalReviewContract.listProposalsToDecide, listProposalsToDecide),
  route(proposalReviewContract.acceptProposal, acceptProposal),
  route(proposalReviewContract.declineProposal, declineProposal),
  route(vettingsContract.listVettings, listVettings),
  route(vettingsContract.listVettedCharities, listVettedCharities),
  route(vettingsContract.exportVettedCharities, exportVettedCharities),
  route(vettingsContract.proposeVetting, proposeVetting),
  route(vettingsContract.recordDueDiligence, recordDueDiligence),
  route(vettingsContract.addVettingDocument, addVettingDocument),
  route(vettingsContract.downloadVettingDocument, downloadVettingDocument),
  route(vettingsContract.confirmVetting, confirmVetting),
  route(vettingsContract.declineVetting, declineVetting),
  route(proposalsContract.listProposals, listProposals),
  route(proposalsContract.proposeCharity, proposeCharity),
  route(proposalsContract.addProposalDocument, addProposalDocument),
  route(proposalsContract.withdrawProposal, withdrawProposal),
]
