import { type Route, route } from '../../../server/http/route.ts'
import { getBotCheck, sendMessage, sendVisitorMessage } from '../contact.contract.ts'
import { acceptMessage, acceptVisitorMessage, newBotCheck } from './send-message.ts'

export const contactRoutes: readonly Route[] = [
  route(getBotCheck, newBotCheck),
  route(sendVisitorMessage, acceptVisitorMessage),
  route(sendMessage, acceptMessage),
]
