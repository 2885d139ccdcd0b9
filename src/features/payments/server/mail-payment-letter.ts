import { z } from 'zod'
import { formatMoney } from '../../../domain/money.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { task } from '../../../server/jobs/task.ts'
import { callUs, letterText, subjectOf } from '../../../server/mail/letter.ts'
import { letterHtml } from '../../../server/mail/letter-html.ts'
import { storeAccountMails } from '../../../server/mail/send-mail.ts'
import { findPaymentToMail } from './letters.queries.ts'
import { storedLetter, writeLetters } from './payment-letter.ts'

/** Mails the letter about a payment by transfer to its charity, as a PDF, once. */
export const mailPaymentLetter = task(
  'mail-payment-letter',
  z.object({ client: z.string(), paymentId: z.uuid() }),
  async ({ client: name, paymentId }, { db, client: clientOf }) => {
    const client = clientOf(name)
    const payment = await findPaymentToMail(db, paymentId)
    if (!payment || payment.payee_email === null || payment.sent_at === null) return
    const to = payment.payee_email
    const letter = storedLetter(payment.letter)
    const amount = formatMoney(payment.amount_minor, client.book.currency, client.locale)
    const pdf = await writeLetters(
      [{ letter, payeeName: payment.payee_name ?? '', payeeAddress: payment.payee_address, cheque: null }],
      {
        client,
        title: `Grant letter ${payment.reference}`,
        paymentOn: payment.payment_on,
        createdAt: payment.sent_at,
      },
      portalOf(client),
    )
    const mail = {
      subject: `A grant of ${amount}`,
      name: payment.payee_name ?? '',
      blocks: [...letter.paragraphs, 'The letter about this grant is attached.'],
      ifUnexpected: `If you have a question about this grant, please ${callUs(client)} or e-mail ${client.support.email}.`,
    }
    const body = letterText(client, mail)
    const html = letterHtml(client, mail)
    await db.transaction().execute(async trx => {
      await storeAccountMails(trx, [
        {
          client: client.name,
          kind: 'payment-letter',
          cause: `payment-letter:${paymentId}`,
          account_id: payment.account_id,
          from_address: client.support.email,
          to_address: to,
          subject: subjectOf(client, mail),
          body,
          html,
          attachment_name: `${payment.reference}.pdf`,
          attachment: Buffer.from(pdf),
        },
      ])
    })
  },
)
