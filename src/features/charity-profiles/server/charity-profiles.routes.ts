import { type Route, route } from '../../../server/http/route.ts'
import {
  confirmBankDetails,
  declineBankDetails,
  listBankDetails,
  proposeBankDetails,
} from '../bank-details.contract.ts'
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
import { bankDetailsOf, confirmDetails, declineDetails, enterDetails } from './bank-details.ts'
import { removeLogo, uploadLogo } from './charity-logos.ts'
import { charityPayee, confirmPayee, declinePayee, enterPayeeChange } from './payee-changes.ts'
import { changeProfile, charityProfile } from './profiles.ts'

export const charityProfilesRoutes: readonly Route[] = [
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
]
