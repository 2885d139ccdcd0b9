import { type Route, route } from '../../../server/http/route.ts'
import * as review from '../proposal-review.contract.ts'
import * as proposals from '../proposals.contract.ts'
import * as vettings from '../vettings.contract.ts'
import { acceptProposal, declineProposal, listProposalsToDecide } from './decide-proposal.ts'
import { downloadVettingPaper } from './link-to-vetting-paper.ts'
import { addProposalPaper, listProposals, proposeCharity, withdrawProposal } from './proposals.ts'
import { addVettingPaper } from './vetting-papers.ts'
import { confirmVetting, declineVetting, listVettings, proposeVetting } from './vettings.ts'

export const charityVettingRoutes: readonly Route[] = [
  route(review.listProposalsToDecide, listProposalsToDecide),
  route(review.acceptProposal, acceptProposal),
  route(review.declineProposal, declineProposal),
  route(vettings.listVettings, listVettings),
  route(vettings.proposeVetting, proposeVetting),
  route(vettings.addVettingPaper, addVettingPaper),
  route(vettings.downloadVettingPaper, downloadVettingPaper),
  route(vettings.confirmVetting, confirmVetting),
  route(vettings.declineVetting, declineVetting),
  route(proposals.listProposals, listProposals),
  route(proposals.proposeCharity, proposeCharity),
  route(proposals.addProposalPaper, addProposalPaper),
  route(proposals.withdrawProposal, withdrawProposal),
]
