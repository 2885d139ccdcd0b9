import { type Route, route } from '../../../../server/http/route.ts'
import * as contract from '../password.contract.ts'
import { changePassword } from './change-password.ts'
import { checkPasswordLink } from './check-password-link.ts'
import { requestPasswordLink } from './request-password-link.ts'
import { requestUserIds } from './request-user-ids.ts'
import { setPasswordByLink } from './set-password-by-link.ts'

export const passwordRoutes: readonly Route[] = [
  route(contract.requestPasswordLink, requestPasswordLink),
  route(contract.checkPasswordLink, checkPasswordLink),
  route(contract.setPasswordByLink, setPasswordByLink),
  route(contract.requestUserIds, requestUserIds),
  route(contract.changePassword, changePassword),
]
