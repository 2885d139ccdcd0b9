import { type Route, route } from '../../../server/http/route.ts'
import {
  askPasswordLink,
  askUserIds,
  changePassword,
  checkPasswordLink,
  setPasswordByLink,
} from '../password.contract.ts'
import { takePasswordQuestion, takeUserIdQuestion } from './ask-by-mail.ts'
import { replacePassword } from './change-password.ts'
import { lookAtPasswordLink, setByLink } from './set-password-by-link.ts'

export const passwordRoutes: readonly Route[] = [
  route(askPasswordLink, takePasswordQuestion),
  route(checkPasswordLink, lookAtPasswordLink),
  route(setPasswordByLink, setByLink),
  route(askUserIds, takeUserIdQuestion),
  route(changePassword, replacePassword),
]
