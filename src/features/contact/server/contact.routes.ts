import { type Route, route } from '../../../server/http/route.ts'
import { getBotCheck, sendMessage, sendVisitorMessage } from '../contact.contract.ts'
import { offerBotCheck } from './offer-bot-check.ts'
import { acceptMessage, acceptVisitorMessage } from './send-message.ts'

export const contactRoutes: readonly Route[] = [
  route(getBotCheck, offerBotCheck),
  route(sendVisitorMessage, acceptVisitorMessage),
  route(sendMessage, acceptMessage),
]
