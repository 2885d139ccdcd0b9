import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { books, clients } from '../../../clients/clients.ts'
import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { task } from '../../../server/jobs/task.ts'
import { sendMail } from '../../../server/mail/send-mail.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { transitions } from '../domain/grant-status.ts'
import { type PaymentMethod, paymentLabel } from '../domain/payment-label.ts'
import { localSpelling, type Purpose, purposeDescription } from '../domain/purpose.ts'
import { releasedSentence } from '../domain/set-aside.ts'
import {
  findFundOfGrant,
  findGrant,
  findRecommender,
  type GrantRecord,
  insertMail,
  listSteps,
} from './grants.queries.ts'

type MailText = {
  subject: string
  sentence: string
  /** Whether the step ends a grant before payment, so that the mail says what became of its amount. */
  releases?: true
}

/** The mail to the person who recommended the grant. Transitions that are not listed here are internal and send none. */
const mailTexts: Partial<Record<(typeof transitions)[number] | 'recommend', MailText>> = {
  recommend: {
    subject: 'We received your grant recommendation',
    sentence: 'We received your recommendation and will review it. The amount is set aside in your fund.',
  },
  'ask-information': {
    subject: 'A question about your grant recommendation',
    sentence: 'We need some information from you before we can continue with your grant.',
  },
  approve: {
    subject: 'Your grant was approved',
    sentence: 'Your grant was approved. We will pay it to the charity next.',
  },
  pay: { subject: 'Your grant was paid', sentence: 'Your grant was paid to the charity.' },
  cancel: {
    subject: 'Your grant recommendation was cancelled',
    sentence: 'Your recommendation was cancelled.',
    releases: true,
  },
  reject: {
    subject: 'Your grant recommendation was not approved',
    sentence: 'We could not approve your recommendation.',
    releases: true,
  },
  void: {
    subject: 'Your grant was not paid',
    sentence: 'Your grant was cancelled before payment. The amount is available in your fund again.',
  },
  'void-payment': {
    subject: 'The payment of your grant was stopped',
    sentence: 'The payment of your grant was stopped. The amount is available in your fund again.',
  },
  return: {
    subject: 'A grant was returned to your fund',
    sentence:
      'All or part of a grant was returned by the charity. The amount returned is available in your fund again.',
  },
}

const waitsForFundsSentence =
  'We received your recommendation. It will wait until your fund can cover it. Nothing has been set aside yet.'

/** Mails the person who recommended a grant about one step of its history, once for each step. */
export const mailGrantStep = task(
  'mail-grant-step',
  z.object({
    client: z.string(),
    grantId: z.uuid(),
    /** The step's number in the history. A question can be asked twice, and is then mailed twice. */
    step: z.int(),
    transition: z.enum(['recommend', ...transitions]),
  }),
  async ({ client: clientName, grantId, step, transition }, { db }) => {
    const client = clients[clientName]
    const text = mailTexts[transition]
    if (!client || !text) return
    const accountId = (await findFundOfGrant(db, grantId))?.account_id
    const grant = accountId === undefined ? undefined : await findGrant(db, accountId, grantId)
    const steps = await listSteps(db, grantId)
    const recorded = steps.find(each => each.step === step)
    const before = steps.filter(each => each.step < step).at(-1)
    const user = grant && (await findRecommender(db, grant.recommended_by))
    const currency = books.find(({ name }) => name === grant?.book)?.currency
    if (!grant || !user || !currency || !recorded) return
    await db.transaction().execute(async trx => {
      const mail = await insertMail(trx, {
        cause: `grant:${grantId}:${step}`,
        from_address: client.support.email,
        to_address: user.email,
        subject: `${client.displayName}: ${localSpelling(text.subject, client.locale)}`,
        body: letter(client, {
          name: `${user.first_name} ${user.last_name}`,
          sentence: localSpelling(sentenceOf(text, recorded, before), client.locale),
          message: recorded.message,
          grant: { ...grant, currency },
          payment: transition === 'pay' ? paymentOf(grant) : null,
        }),
      })
      if (mail) await addJob(trx, sendMail, { mailId: mail.mail_id })
    })
  },
)

type Step = Awaited<ReturnType<typeof listSteps>>[number]

/** What the step means for the donor. The grant may have moved on since, so the state is that of the step. */
function sentenceOf({ sentence, releases }: MailText, step: Step, before: Step | undefined): string {
  if (step.review_state === 'waiting_for_funds') return waitsForFundsSentence
  if (!releases) return sentence
  return `${sentence} ${releasedSentence({ reviewState: before?.review_state ?? null }, 'available in your fund')}`
}

type Payment = { method: PaymentMethod; reference: string | null; paidOn: IsoDate }

/** The payment of a paid grant; null where it is not recorded. */
function paymentOf({
  payment_method: method,
  payment_reference: reference,
  paid_on: paidOn,
}: GrantRecord): Payment | null {
  return method === null || paidOn === null ? null : { method, reference, paidOn }
}

type MailedGrant = {
  charity_name: string
  amount_minor: bigint
  currency: Currency
  account_name: string
  transaction_id: bigint
  purpose_code: Purpose
  purpose_text: string | null
}

type Letter = {
  name: string
  sentence: string
  message: string | null
  grant: MailedGrant
  /** Of the mail about a payment. */
  payment: Payment | null
}

/** The body of the mail. It contains the step's message to the donor, never the internal note. */
function letter(client: Client, { name, sentence, message, grant, payment }: Letter): string {
  return [
    `Dear ${name},`,
    sentence,
    ...(message === null ? [] : [`${client.displayName} writes: ${message}`]),
    [
      `Fund: ${grant.account_name}`,
      `Charity: ${charityName(grant.charity_name)}`,
      `Amount: ${formatMoney(grant.amount_minor, grant.currency, client.locale)}`,
      `Purpose: ${purposeDescription(grant.purpose_code, grant.purpose_text, client.locale)}`,
      ...(payment === null
        ? []
        : [
            `Paid on: ${formatDate(payment.paidOn, client.locale)}`,
            `Payment: ${paymentLabel(payment.method, payment.reference, client.locale)}`,
          ]),
      `Transaction: ${grant.transaction_id}`,
    ].join('\n'),
    `If you did not expect this message, please call ${client.support.phone} or write to ${client.support.email}.`,
    client.displayName,
  ].join('\n\n')
}
