import { type Route, route } from '../../../server/http/route.ts'
import { listMails, resendMail } from '../mails.contract.ts'
import { showMails } from './list-mails.ts'
import { sendMailAgain } from './resend-mail.ts'

export const mailsRoutes: readonly Route[] = [route(listMails, showMails), route(resendMail, sendMailAgain)]
