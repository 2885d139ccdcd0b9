import { type Route, route } from '../../../../server/http/route.ts'
import * as details from '../details.contract.ts'
import * as contract from '../profile.contract.ts'
import { getProfile } from './get-profile.ts'
import { setDefaultAccount } from './set-default-account.ts'
import { setGrantNaming } from './set-grant-naming.ts'
import { setNotice } from './set-notice.ts'
import { updateProfile } from './update-profile.ts'

export const ownProfileRoutes: readonly Route[] = [
  route(contract.getProfile, getProfile),
  route(details.updateProfile, updateProfile),
  route(contract.setGrantNaming, setGrantNaming),
  route(contract.setNotice, setNotice),
  route(contract.setDefaultAccount, setDefaultAccount),
]
