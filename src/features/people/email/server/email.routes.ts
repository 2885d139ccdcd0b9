import { type Route, route } from '../../../../server/http/route.ts'
import * as contract from '../email.contract.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { requestEmailChange } from './request-email-change.ts'

export const profileRoutes: readonly Route[] = [
  route(contract.requestEmailChange, requestEmailChange),
  route(contract.confirmEmailChange, confirmEmailChange),
]
