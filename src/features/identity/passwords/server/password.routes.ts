import { type Route, route } from '../../../../server/http/route.ts'
import {
  changePassword,
  checkPasswordLink,
  requestPasswordLink,
  requestUserIds,
  setPasswordByLink,
} from '../password.contract.ts'
import { replacePassword } from './change-password.ts'
import { acceptPasswordReminder, acceptUserIdReminder } from './request-by-mail.ts'
import { inspectPasswordLink, setByLink } from './set-password-by-link.ts'

export const passwordRoutes: readonly Route[] = [
  route(requestPasswordLink, acceptPasswordReminder),
  route(checkPasswordLink, inspectPasswordLink),
  route(setPasswordByLink, setByLink),
  route(requestUserIds, acceptUserIdReminder),
  route(changePassword, replacePassword),
]
