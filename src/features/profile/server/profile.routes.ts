import { type Route, route } from '../../../server/http/route.ts'
import { askEmailChange, confirmEmailChange } from '../email.contract.ts'
import { sendEmailCode } from './ask-email-change.ts'
import { takeEmailCode } from './confirm-email-change.ts'

export const profileRoutes: readonly Route[] = [
  route(askEmailChange, sendEmailCode),
  route(confirmEmailChange, takeEmailCode),
]
