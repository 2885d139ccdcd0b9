import { type Route, route } from '../../../../server/http/route.ts'
import {
  getProfile,
  setDefaultAccount,
  setGrantNaming,
  setNotice,
  updateProfile,
} from '../profile.contract.ts'
import { showProfile } from './show-profile.ts'
import { chooseDefaultAccount, chooseGrantNaming, saveProfile, switchNotice } from './update-profile.ts'

export const ownProfileRoutes: readonly Route[] = [
  route(getProfile, showProfile),
  route(updateProfile, saveProfile),
  route(setGrantNaming, chooseGrantNaming),
  route(setNotice, switchNotice),
  route(setDefaultAccount, chooseDefaultAccount),
]
