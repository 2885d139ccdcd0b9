import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../mails.contract.ts'
import { exportMails } from './export-mails.ts'
import { listMails } from './list-mails.ts'
import { resendMail } from './resend-mail.ts'

export const mailsRoutes: readonly Route[] = [
  route(contract.listMails, listMails),
  route(contract.exportMails, exportMails),
  route(contract.resendMail, resendMail),
]
