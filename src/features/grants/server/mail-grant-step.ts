import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { books, clients } from '../../../clients/clients.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { task } from '../../../server/jobs/task.ts'
import { sendMail } from '../../../server/mail/send-mail.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { transitions } from '../domain/grant-status.ts'
import { findFundOfGrant, findGrant, listSteps } from './grants.queries.ts'

type Words = { subject: string; sentence: string }

/** What the person who recommended a grant is told at each step; steps inside the house say nothing. */
const words: Partial<Record<(typeof transitions)[number] | 'recommend', Words>> = {
  recommend: {
    subject: 'We received your grant recommendation',
    sentence: 'We received your recommendation and will review it. The amount is set aside in your fund.',
  },
  'ask-information': {
    subject: 'A question about your grant recommendation',
    sentence: 'We need some information from you before we can go on.',
  },
  approve: { subject: 'Your grant was approved', sentence: 'Your grant was approved and will be paid next.' },
  pay: { subject: 'Your grant was paid', sentence: 'Your grant was paid to the charity.' },
  cancel: {
    subject: 'Your grant recommendation was cancelled',
    sentence: 'Your recommendation was cancelled, and the amount is available in your fund again.',
  },
  reject: {
    subject: 'Your grant recommendation was not approved',
    sentence: 'We could not approve your recommendation. The amount is available in your fund again.',
  },
  void: {
    subject: 'Your grant was not paid',
    sentence: 'Your grant was voided before payment, and the amount is available in your fund again.',
  },
  'void-payment': {
    subject: 'A payment of your grant was stopped',
    sentence: 'The payment of your grant was stopped, and the amount is available in your fund again.',
  },
  return: {
    subject: 'A grant came back to your fund',
    sentence:
      'A grant that was paid came back in whole or in part, and what came back is available in your fund again.',
  },
}

/** Tells whoever recommended a grant about a step, once a step. */
export const mailGrantStep = task(
  'mail-grant-step',
  z.object({
    client: z.string(),
    grantId: z.uuid(),
    /** Its number in the grant's history: a question may be asked twice, and is mailed twice. */
    step: z.int(),
    transition: z.enum(['recommend', ...transitions]),
  }),
  async ({ client: clientName, grantId, step, transition }, { db }) => {
    const client = clients[clientName]
    const text = words[transition]
    if (!client || !text) return
    const accountId = (await findFundOfGrant(db, grantId))?.account_id
    const grant = accountId === undefined ? undefined : await findGrant(db, accountId, grantId)
    const message = (await listSteps(db, grantId)).find(each => each.step === step)?.message ?? null
    const user =
      grant &&
      (await db
        .selectFrom('app_user')
        .select(['email', 'first_name', 'last_name'])
        .where('user_id', '=', grant.recommended_by)
        .executeTakeFirst())
    const currency = currencyOf(grant?.book)
    if (!grant || !user || !currency) return
    await db.transaction().execute(async trx => {
      const mail = await trx
        .insertInto('outgoing_mail')
        .values({
          cause: `grant:${grantId}:${step}`,
          from_address: client.support.email,
          to_address: user.email,
          subject: `${client.displayName}: ${text.subject}`,
          body: letter(client, {
            name: `${user.first_name} ${user.last_name}`,
            sentence: sentenceFor(text, grant),
            message,
            grant: { ...grant, currency },
          }),
        })
        .onConflict(conflict => conflict.columns(['book', 'cause']).doNothing())
        .returning('mail_id')
        .executeTakeFirst()
      if (mail) await addJob(trx, sendMail, { mailId: mail.mail_id })
    })
  },
)

function currencyOf(book: string | undefined): Currency | undefined {
  return books.find(({ name }) => name === book)?.currency
}

/** One that waits for funds has nothing set aside, so its first mail must not say so. */
function sentenceFor(text: Words, grant: { review_state: string | null }): string {
  return grant.review_state === 'waiting_for_funds'
    ? 'We received your recommendation. It waits until your fund can cover it; nothing is set aside yet.'
    : text.sentence
}

type Granted = {
  charity_name: string
  amount_minor: bigint
  currency: Currency
  account_name: string
  transaction_id: bigint
}

type Letter = { name: string; sentence: string; message: string | null; grant: Granted }

/** What the donor is written: with the message of the step, never with the internal note beside it. */
function letter(client: Client, { name, sentence, message, grant }: Letter): string {
  return [
    `Dear ${name},`,
    sentence,
    ...(message === null ? [] : [`${client.displayName} writes: ${message}`]),
    [
      `Fund: ${grant.account_name}`,
      `Charity: ${charityName(grant.charity_name)}`,
      `Amount: ${formatMoney(grant.amount_minor, grant.currency, client.locale)}`,
      `Transaction: ${grant.transaction_id}`,
    ].join('\n'),
    `If you did not expect this message, please call ${client.support.phone} or write to ${client.support.email}.`,
    client.displayName,
  ].join('\n\n')
}
