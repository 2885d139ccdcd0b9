import { exportMails, listMails, resendMail } from '../../../features/mails/mails.contract.ts'
import { command, csv, type Example, example, name } from './example.ts'

export const mailsExamples: readonly Example[] = [
  example(listMails, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => ({}), contains: name }),
  example(exportMails, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => csv, contains: name }),
  example(resendMail, {
    needs: 'MAIL_RESEND',
    sent: async about => ({ params: { mailId: await about.freshMail() }, body: command({}) }),
  }),
]
