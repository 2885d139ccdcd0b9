import { type Route, route } from '../../../server/http/route.ts'
import * as bankDetailsContract from '../bank-details.contract.ts'
import * as payeeChangesContract from '../payee-changes.contract.ts'
import * as profilesContract from '../profiles.contract.ts'
import { changeCharityProfile } from './change-charity-profile.ts'
import { confirmBankDetails } from './confirm-bank-details.ts'
import { confirmPayeeChange } from './confirm-payee-change.ts'
import { declineBankDetails } from './decline-bank-details.ts'
import { declinePayeeChange } from './decline-payee-change.ts'
import { getCharityPayee } from './get-charity-payee.ts'
import { getCharityProfile } from './get-charity-profile.ts'
import { listBankDetails } from './list-bank-details.ts'
import { listPayeesToConfirm } from './list-payees-to-confirm.ts'
import { proposeBankDetails } from './propose-bank-details.ts'
import { proposePayeeChange } from './propose-payee-change.ts'
import { removeCharityLogo } from './remove-charity-logo.ts'
import { uploadCharityLogo } from './upload-charity-logo.ts'

export const charityProfilesRoutes: readonly Route[] = [
  route(profilesContract.getCharityProfile, getCharityProfile),
  route(profilesContract.changeCharityProfile, changeCharityProfile),
  route(profilesContract.uploadCharityLogo, uploadCharityLogo),
  route(profilesContract.removeCharityLogo, removeCharityLogo),
  route(payeeChangesContract.getCharityPayee, getCharityPayee),
  route(payeeChangesContract.listPayeesToConfirm, listPayeesToConfirm),
  route(payeeChangesContract.proposePayeeChange, proposePayeeChange),
  route(payeeChangesContract.confirmPayeeChange, confirmPayeeChange),
  route(payeeChangesContract.declinePayeeChange, declinePayeeChange),
  route(bankDetailsContract.listBankDetails, listBankDetails),
  route(bankDetailsContract.proposeBankDetails, proposeBankDetails),
  route(bankDetailsContract.confirmBankDetails, confirmBankDetails),
  route(bankDetailsContract.declineBankDetails, declineBankDetails),
]
