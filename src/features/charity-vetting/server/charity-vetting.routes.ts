import { type Route, route } from '../../../server/http/route.ts'
import { acceptProposal, declineProposal, listProposalsToDecide } from '../proposal-review.contract.ts'
import { addProposalPaper, listProposals, proposeCharity, withdrawProposal } from '../proposals.contract.ts'
import {
  addVettingPaper,
  confirmVetting,
  declineVetting,
  downloadVettingPaper,
  listVettings,
  proposeVetting,
} from '../vettings.contract.ts'
import { accept, decline, proposalsToDecide } from './decide-proposal.ts'
import { linkToVettingPaper } from './link-to-vetting-paper.ts'
import { addPaper, proposals, propose, withdraw } from './proposals.ts'
import { addPaper as addPaperOfVetting } from './vetting-papers.ts'
import { confirm, decline as declineOneVetting, enterVetting, vettings } from './vettings.ts'

export const charityVettingRoutes: readonly Route[] = [
  route(listProposalsToDecide, proposalsToDecide),
  route(acceptProposal, accept),
  route(declineProposal, decline),
  route(listVettings, vettings),
  route(proposeVetting, enterVetting),
  route(addVettingPaper, addPaperOfVetting),
  route(downloadVettingPaper, linkToVettingPaper),
  route(confirmVetting, confirm),
  route(declineVetting, declineOneVetting),
  route(listProposals, proposals),
  route(proposeCharity, propose),
  route(addProposalPaper, addPaper),
  route(withdrawProposal, withdraw),
]
