import { type Route, route } from '../../../server/http/route.ts'
import {
  changeCharityList,
  changeNote,
  charityList,
  exportEntries,
} from '../../charity-list/server/charity-list.ts'
import {
  confirmBankDetails,
  declineBankDetails,
  listBankDetails,
  proposeBankDetails,
} from '../../charity-profiles/bank-details.contract.ts'
import {
  confirmPayeeChange,
  declinePayeeChange,
  getCharityPayee,
  proposePayeeChange,
} from '../../charity-profiles/payee-changes.contract.ts'
import {
  changeCharityProfile,
  getCharityProfile,
  removeCharityLogo,
  uploadCharityLogo,
} from '../../charity-profiles/profiles.contract.ts'
import {
  bankDetailsOf,
  confirmDetails,
  declineDetails,
  enterDetails,
} from '../../charity-profiles/server/bank-details.ts'
import { removeLogo, uploadLogo } from '../../charity-profiles/server/charity-logos.ts'
import {
  charityPayee,
  confirmPayee,
  declinePayee,
  enterPayeeChange,
} from '../../charity-profiles/server/payee-changes.ts'
import { changeProfile, charityProfile } from '../../charity-profiles/server/profiles.ts'
import {
  acceptProposal,
  declineProposal,
  listProposalsToDecide,
} from '../../charity-vetting/proposal-review.contract.ts'
import {
  addProposalPaper,
  listProposals,
  proposeCharity,
  withdrawProposal,
} from '../../charity-vetting/proposals.contract.ts'
import { accept, decline, proposalsToDecide } from '../../charity-vetting/server/decide-proposal.ts'
import { linkToVettingPaper } from '../../charity-vetting/server/link-to-vetting-paper.ts'
import { addPaper, proposals, propose, withdraw } from '../../charity-vetting/server/proposals.ts'
import { addPaper as addPaperOfVetting } from '../../charity-vetting/server/vetting-papers.ts'
import {
  confirm,
  decline as declineOneVetting,
  enterVetting,
  vettings,
} from '../../charity-vetting/server/vettings.ts'
import {
  addVettingPaper,
  confirmVetting,
  declineVetting,
  downloadVettingPaper,
  listVettings,
  proposeVetting,
} from '../../charity-vetting/vettings.contract.ts'
import {
  exportCharityList,
  getFundCharity,
  listCharityList,
  searchCharities,
  searchOwnCharities,
  setCharityList,
  setCharityNote,
} from '../charities.contract.ts'
import { fundCharity } from './fund-charity.ts'
import { foundCharities, foundOwnCharities } from './search-results.ts'

export const charitiesRoutes: readonly Route[] = [
  route(searchCharities, foundCharities),
  route(searchOwnCharities, foundOwnCharities),
  route(getFundCharity, fundCharity),
  route(listCharityList, charityList),
  route(exportCharityList, exportEntries),
  route(setCharityList, changeCharityList),
  route(setCharityNote, changeNote),
  route(getCharityProfile, charityProfile),
  route(changeCharityProfile, changeProfile),
  route(uploadCharityLogo, uploadLogo),
  route(removeCharityLogo, removeLogo),
  route(getCharityPayee, charityPayee),
  route(proposePayeeChange, enterPayeeChange),
  route(confirmPayeeChange, confirmPayee),
  route(declinePayeeChange, declinePayee),
  route(listBankDetails, bankDetailsOf),
  route(proposeBankDetails, enterDetails),
  route(confirmBankDetails, confirmDetails),
  route(declineBankDetails, declineDetails),
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
