import { type Route, route } from '../../../../server/http/route.ts'
import { confirmEmailChange, requestEmailChange } from '../email.contract.ts'
import { acceptEmailCode } from './confirm-email-change.ts'
import { sendEmailCode } from './request-email-change.ts'

export const profileRoutes: readonly Route[] = [
  route(requestEmailChange, sendEmailCode),
  route(confirmEmailChange, acceptEmailCode),
]
