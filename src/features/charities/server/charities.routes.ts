import { type Route, route } from '../../../server/http/route.ts'
import {
  confirmBankDetails,
  declineBankDetails,
  listBankDetails,
  proposeBankDetails,
} from '../bank-details.contract.ts'
import {
  exportCharityList,
  getFundCharity,
  listCharityList,
  searchCharities,
  searchOwnCharities,
  setCharityList,
  setCharityNote,
} from '../charities.contract.ts'
import {
  confirmPayeeChange,
  declinePayeeChange,
  getCharityPayee,
  proposePayeeChange,
} from '../payee-changes.contract.ts'
import {
  changeCharityProfile,
  getCharityProfile,
  removeCharityLogo,
  uploadCharityLogo,
} from '../profiles.contract.ts'
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
import { bankDetailsOf, confirmDetails, declineDetails, enterDetails } from './bank-details.ts'
import { changeCharityList, changeNote, charityList, exportEntries } from './charity-list.ts'
import { removeLogo, uploadLogo } from './charity-logos.ts'
import { accept, decline, proposalsToDecide } from './decide-proposal.ts'
import { fundCharity } from './fund-charity.ts'
import { linkToVettingPaper } from './link-to-vetting-paper.ts'
import { charityPayee, confirmPayee, declinePayee, enterPayeeChange } from './payee-changes.ts'
import { changeProfile, charityProfile } from './profiles.ts'
import { addPaper, proposals, propose, withdraw } from './proposals.ts'
import { foundCharities, foundOwnCharities } from './search-results.ts'
import { addPaper as addPaperOfVetting } from './vetting-papers.ts'
import { confirm, decline as declineOneVetting, enterVetting, vettings } from './vettings.ts'

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
