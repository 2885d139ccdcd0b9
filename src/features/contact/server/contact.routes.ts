import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../contact.contract.ts'
import { getBotCheck } from './get-bot-check.ts'
import { sendMessage } from './send-message.ts'
import { sendVisitorMessage } from './send-visitor-message.ts'

export const contactRoutes: readonly Route[] = [
  route(contract.getBotCheck, getBotCheck),
  route(contract.sendVisitorMessage, sendVisitorMessage),
  route(contract.sendMessage, sendMessage),
]
