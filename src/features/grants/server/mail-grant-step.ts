import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { books } from '../../../clients/clients.ts'
import { screenAddress, screenAddressWith } from '../../../contract/screen-address.ts'
import { formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJobs } from '../../../server/jobs/add-job.ts'
import { accountNotice, type NoticeScreen, type Recipient } from '../../../server/mail/account-notice.ts'
import { type Block, type Letter, ourMessage } from '../../../server/mail/letter.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { Advice } from '../domain/advice.ts'
import { adviceText } from '../domain/advice-text.ts'
import { type RecordedStep, recordedSteps } from '../domain/grant-status.ts'
import { paymentLabel } from '../domain/payment-label.ts'
import { purposeDescription } from '../domain/purpose.ts'
import { releasedSentence } from '../domain/set-aside.ts'
import { adviceOf } from './advice.ts'
import { type MailText, mailTexts, waitingSentences } from './grant-mail-texts.ts'
import {
  findFundOfGrant,
  findGrant,
  findOtherCredited,
  type GrantOfStep,
  listGrantsOfStep,
} from './grants.queries.ts'
import { listSteps } from './history.queries.ts'

/**
 * Notifies the person who recommended a grant of one step of its history, and the donors if that person is not one of them (§13). Each
 * gets one mail for each step; several grants that took it by one act are in one mail, which the job of the first of them writes.
 */
export const mailGrantStep = accountNotice(
  'mail-grant-step',
  z.object({
    client: z.string(),
    grantId: z.uuid(),
    /** The step's number in the history. A question can be asked twice, and is then mailed twice. */
    step: z.int(),
    transition: z.enum(recordedSteps),
  }),
  async ({ grantId, step, transition }, client, db) => {
    const text = mailTexts[transition]
    const accountId = (await findFundOfGrant(db, grantId))?.account_id
    const grant = accountId === undefined ? undefined : await findGrant(db, accountId, grantId)
    const currency = books.find(({ name }) => name === grant?.book)?.currency
    const steps = await listSteps(db, grantId)
    const recorded = steps.find(each => each.step === step)
    const [first] = steps
    if (!text || accountId === undefined || !grant || !currency || !recorded || !first) return null
    const earlier = steps.filter(each => each.step < step)
    const isAgain = earlier.some(each => each.transition === transition)
    const grants =
      text.several && !isAgain
        ? await listGrantsOfStep(db, accountId, grantId, step)
        : [{ ...grant, step_message: recorded.message }]
    if (grants[0]?.grant_id !== grantId) return null
    const mailed: MailedStep = {
      text: { ...text, ...(isAgain ? text.again : {}), ...(grants.length > 1 ? text.several : {}) },
      accountName: grant.account_name,
      grants,
      currency,
      recorded,
      before: earlier.at(-1),
      // Staff appear to donors as the sponsor, without a name.
      by: first.actor_side === 'fund' ? first.actor_name : null,
      isPayment: transition === 'pay',
      advice: transition === 'recommend' ? adviceOf(grant) : null,
      credited:
        recorded.entry_id === null ? undefined : await findOtherCredited(db, recorded.entry_id, accountId),
    }
    return {
      kind: text.kind,
      accountId,
      // Staff recommend nothing themselves: what they entered is told to the donors.
      initiator: first.actor_side === 'fund' ? grant.recommended_by : null,
      cause: `grant:${grantId}:${step}`,
      letter: recipient => letter(client, mailed, recipient),
      screen: () => screenOf(mailed),
    }
  },
)

/** Mails steps of grants as soon as the transaction is committed. */
export async function mailGrantSteps(
  db: Kysely<DB>,
  client: Client,
  steps: readonly { grantId: string; step: number; transition: RecordedStep }[],
): Promise<void> {
  await addJobs(
    db,
    mailGrantStep,
    steps.map(step => ({ payload: { client: client.name, ...step } })),
  )
}

type Step = Awaited<ReturnType<typeof listSteps>>[number]

type MailedStep = {
  text: MailText
  accountName: string
  grants: readonly GrantOfStep[]
  currency: Currency
  recorded: Step
  before: Step | undefined
  /** Who recommended the grants; null: the sponsor. */
  by: string | null
  isPayment: boolean
  /** The donor's advice, in the notice of what the sponsor's staff entered. */
  advice: Advice | null
  /** The account that got the money, if not the grant's. */
  credited: Awaited<ReturnType<typeof findOtherCredited>>
}

function screenOf({ text, grants }: MailedStep): NoticeScreen {
  const [first, ...others] = grants
  if (!first || others.length > 0) return { address: screenAddress('/grants'), purpose: 'to see the grants' }
  return {
    address: screenAddressWith('/grants/$grantId', { grantId: first.grant_id }),
    purpose: text.kind === 'grant-question' ? 'to answer, or reply to this e-mail' : 'to see the grant',
  }
}

/** The letter contains the step's message to the donor, never the internal note. */
function letter(
  client: Client,
  step: MailedStep,
  { name, isInitiator, isDonor, hasLogin }: Recipient,
): Letter {
  const { text, recorded, by } = step
  const fund = isDonor ? 'your fund' : 'the fund'
  const fill = (template: string) =>
    (by === null ? bySponsor(localEnglish(template, client.locale)) : localEnglish(template, client.locale))
      .replaceAll('{fund}', fund)
      .replace('{by}', () => by ?? '')
  const side = isInitiator ? 'own' : 'others'
  return {
    subject: fill(text[side].subject),
    name,
    blocks: [
      step.credited && text.elsewhere !== undefined
        ? text.elsewhere.replace('{account}', () => accountIn(client, step.credited))
        : sentenceOf(step, side, fund, fill),
      ...(recorded.message === null || step.grants.length > 1 ? [] : [ourMessage(recorded.message)]),
      ...factsOf(client, step),
      ...(step.advice === null ? [] : [adviceSentence(step.advice, client.locale)]),
      ...(text.kind === 'grant-question' && !hasLogin ? ['To answer, reply to this e-mail.'] : []),
    ],
  }
}

/** Lets a donor notice what nobody advised. */
export const adviceSentence = (advice: Advice, locale: string): string =>
  `Our records say that this was ${adviceText(advice, locale)}. If that is wrong, please tell us at once.`

/** A text about a grant that the sponsor entered for the donors. */
const bySponsor = (template: string): string =>
  template
    .replace('A grant was recommended from your fund', 'We entered a grant for you')
    .replace('{by} recommended this grant', 'We entered this grant for you')
    .replace('{by} recommended', 'we entered for you')

const accountIn = ({ displayName }: Client, credited: MailedStep['credited']): string =>
  credited?.account_type === 'General' ? `the general fund of ${displayName}` : (credited?.account_name ?? '')

/** What the step means for the donor. The grant may have moved on since, so the state is that of the step. */
function sentenceOf(
  { text, recorded, before }: MailedStep,
  side: 'own' | 'others',
  fund: 'your fund' | 'the fund',
  fill: (template: string) => string,
): string {
  if (recorded.review_state === 'waiting_for_funds') return fill(waitingSentences[side])
  const sentence = fill(text[side].sentence)
  if (!text.releases) return sentence
  return `${sentence} ${releasedSentence({ reviewState: before?.review_state ?? null }, `available in ${fund}`)}`
}

function factsOf({ locale }: Client, { accountName, grants, currency, isPayment }: MailedStep): Block[] {
  const fund: Fact = ['Fund', accountName]
  const about = { locale, currency, isPayment }
  const [only, ...others] = grants
  if (only && others.length === 0) return [{ facts: [fund, ...grantFacts(only, about)] }]
  const totalMinor = grants.reduce((sum, grant) => sum + grant.amount_minor, 0n)
  const sums: Fact[] = [
    ['Grants', grants.length.toLocaleString(locale)],
    ['Total', formatMoney(totalMinor, currency, locale)],
  ]
  return [
    { facts: [fund, ...sums] },
    ...grants.map(grant => ({ facts: [...grantFacts(grant, about), ...messageOf(grant)] })),
  ]
}

type Fact = [label: string, value: string]

type FactsOf = { locale: string; currency: Currency; isPayment: boolean }

const messageOf = ({ step_message: message }: GrantOfStep): Fact[] =>
  message === null ? [] : [['Our message', message]]

function grantFacts(grant: GrantOfStep, { locale, currency, isPayment }: FactsOf): Fact[] {
  const { payment_method: method, payment_reference: reference, paid_on: paidOn } = grant
  const payment: Fact[] =
    isPayment && method !== null && paidOn !== null
      ? [
          ['Paid on', formatDate(paidOn, locale)],
          ['Payment', paymentLabel(method, reference, locale)],
        ]
      : []
  return [
    ['Charity', charityName(grant.charity_name)],
    ['Amount', formatMoney(grant.amount_minor, currency, locale)],
    ['Purpose', purposeDescription(grant.purpose_code, grant.purpose_text, locale)],
    ...payment,
    ['Transaction', String(grant.transaction_id)],
  ]
}
