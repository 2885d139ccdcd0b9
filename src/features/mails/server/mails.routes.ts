import { type Route, route } from '../../../server/http/route.ts'
import { exportMails, listMails, resendMail } from '../mails.contract.ts'
import { exportShownMails, showMails } from './list-mails.ts'
import { sendMailAgain } from './resend-mail.ts'

export const mailsRoutes: readonly Route[] = [
  route(listMails, showMails),
  route(exportMails, exportShownMails),
  route(resendMail, sendMailAgain),
]
