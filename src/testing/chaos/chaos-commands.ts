import { randomUUID } from 'node:crypto'
import { dateOf } from '../../domain/dates.ts'
import {
  enterContribution,
  receiveContribution,
} from '../../features/contributions/contributions.contract.ts'
import { addToBasket, getBasket, submitBasket } from '../../features/grants/baskets/drafts.contract.ts'
import { cancelGrant, recommendGrant } from '../../features/grants/grants.contract.ts'
import { approveGrant, rejectGrant } from '../../features/grants/review/staff-commands.contract.ts'
import { getStaffGrant } from '../../features/grants/review/staff-grants.contract.ts'
import { makeSchedule } from '../../features/grants/schedules/schedules.contract.ts'
import { approveTransfer, requestTransfer } from '../../features/transfers/transfers.contract.ts'
import { commandOf } from '../grants/basket-calls.ts'
import { draftOf } from '../grants/make-draft.ts'
import { scheduleTerms } from '../grants/schedule-calls.ts'
import type { ChaosCalls } from './chaos-calls.ts'
import type { ChaosData } from './chaos-data.ts'
import type { Random } from './random-from.ts'

export type ChaosContext = {
  calls: ChaosCalls
  data: ChaosData
  random: Random
  query(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
}

export const today = () => dateOf(new Date(), 'America/New_York')
const daysFromToday = (days: number) =>
  dateOf(new Date(Date.now() + days * 24 * 60 * 60 * 1000), 'America/New_York')

let amounts = 0
/** Whole dollars; the amounts of thousands of commands differ, so that no grant looks like a repetition of another. */
const amount = () => {
  amounts += 1
  return BigInt(250 + (amounts % 20_000)) * 100n
}

export const step = (grantId: string, transition: string) => ({
  sql: 'select count(*)::int from grant_history_entry where grant_id = $1 and transition = $2',
  values: [grantId, transition],
})
const purposeOnce = (purposeText: string) => ({
  sql: 'select count(*)::int from grant_recommendation where purpose_text = $1',
  values: [purposeText],
})

async function recommend(
  context: ChaosContext,
  charities = context.data.charities,
): Promise<{ grantId: string; fundId: number }> {
  const { fundId } = context.random.pick(context.data.funds)
  const { charityId } = context.random.pick(charities)
  const purposeText = `For ${randomUUID()}`
  const { grantId } = await context.calls.command(
    recommendGrant,
    {
      params: { fundId },
      body: commandOf({
        charityId: charityId as never,
        amountMinor: amount(),
        purposeCode: 'other' as const,
        purposeText,
        benefitAnswer: null,
        namingCode: 'fund_only' as const,
        certified: true,
        repeatConfirmed: true,
      }),
    },
    { kind: 'recommend', as: 'donor', fundId, once: purposeOnce(purposeText) },
  )
  return { grantId, fundId }
}

export async function approve(context: ChaosContext, charities = context.data.charities): Promise<void> {
  const { grantId } = await recommend(context, charities)
  const { charityNow } = await context.calls.command(
    getStaffGrant,
    { params: { grantId } },
    { kind: 'review', as: 'super' },
  )
  const payeeSeen = charityNow?.payee?.digest ?? null
  await context.calls.command(
    approveGrant,
    {
      params: { grantId },
      body: commandOf({ reason: null, message: null, controlsSupported: null, payeeSeen }),
    },
    { kind: 'approve', as: 'super', once: step(grantId, 'approve') },
  )
}

async function reject(context: ChaosContext): Promise<void> {
  const { grantId } = await recommend(context)
  await context.calls.command(
    rejectGrant,
    { params: { grantId }, body: commandOf({ reason: 'A test', message: 'We cannot.' }) },
    { kind: 'reject', as: 'super', once: step(grantId, 'reject') },
  )
}

async function cancel(context: ChaosContext): Promise<void> {
  const { grantId, fundId } = await recommend(context)
  await context.calls.command(
    cancelGrant,
    { params: { fundId, grantId }, body: commandOf({}) },
    { kind: 'cancel', as: 'donor', fundId, once: step(grantId, 'cancel') },
  )
}

async function schedule(context: ChaosContext): Promise<void> {
  const { fundId } = context.random.pick(context.data.funds)
  const { charityId } = context.random.pick(context.data.charities)
  const purposeText = `For ${randomUUID()}`
  const startsOn = daysFromToday(20)
  const attributes = scheduleTerms(charityId, {
    amountMinor: amount(),
    purposeCode: 'other',
    purposeText,
    startsOn,
  })
  await context.calls.command(
    makeSchedule,
    { params: { fundId }, body: commandOf(attributes) },
    {
      kind: 'schedule',
      as: 'donor',
      fundId,
      once: {
        sql: 'select count(*)::int from grant_schedule where purpose_text = $1',
        values: [purposeText],
      },
    },
  )
}

/** Only one scenario at a time fills a fund's basket: the fund is its own. */
export async function basket(context: ChaosContext): Promise<void> {
  const fundId = context.data.funds[0]?.fundId ?? 0
  const texts = [1, 2, 3].map(() => `For ${randomUUID()}`)
  const drafts = texts.map(purposeText => ({
    draftId: randomUUID(),
    content: draftOf(context.random.pick(context.data.charities), {
      amountMinor: amount(),
      purposeCode: 'other',
      purposeText,
    }),
  }))
  const about = { as: 'donor' as const, fundId }
  const { basketId } = await context.calls.command(
    addToBasket,
    { params: { fundId }, body: commandOf({ drafts }) },
    { kind: 'fill basket', ...about },
  )
  const { version } = (
    await context.calls.command(
      getBasket,
      { params: { fundId, basketId }, query: {} },
      { kind: 'read basket', ...about },
    )
  ).basket
  await context.calls.command(
    submitBasket,
    { params: { fundId, basketId }, body: commandOf({ version, certified: true }) },
    {
      kind: 'submit basket',
      ...about,
      once: {
        sql: `select (count(*) / 3.0)::float as count from grant_recommendation where purpose_text = any($1)
              having count(*) = count(distinct purpose_text)`,
        values: [texts],
      },
    },
  )
}

async function contribution(context: ChaosContext): Promise<void> {
  const { fundId } = context.random.pick(context.data.funds)
  const amountMinor = amount()
  const { contributionId } = await context.calls.command(
    enterContribution,
    {
      params: { fundId },
      body: commandOf({ needsCountersignature: false, content: { kind: 'cash' as const, amountMinor } }),
    },
    { kind: 'enter contribution', as: 'super', fundId },
  )
  const dates = { giftDate: today(), effectiveDate: today() }
  await context.calls.command(
    receiveContribution,
    { params: { fundId, contributionId }, body: commandOf({ amountMinor, ...dates }) },
    {
      kind: 'receive contribution',
      as: 'super2',
      fundId,
      once: {
        // From a sum of a day on, a second person has to confirm it.
        sql: `select (select count(*) from contribution c join journal_entry e using (book, entry_id)
                where c.contribution_id = $1 and c.state = 'received')::int
              + (select count(*) from posting_request where subject_id = $1)::int as count`,
        values: [contributionId],
      },
    },
  )
}

async function transfer(context: ChaosContext): Promise<void> {
  const [from, to] = context.data.funds.slice(1)
  if (!from || !to) throw new Error('a transfer needs funds')
  const reason = randomUUID()
  const { transferId } = await context.calls.command(
    requestTransfer,
    {
      params: { fundId: from.fundId },
      body: commandOf({
        toFundId: to.fundId,
        toAccountName: to.accountName,
        amountMinor: amount(),
        reason,
      }),
    },
    {
      kind: 'request transfer',
      as: 'donor',
      fundId: from.fundId,
      once: { sql: 'select count(*)::int from fund_transfer where reason = $1', values: [reason] },
    },
  )
  await context.calls.command(
    approveTransfer,
    { params: { transferId }, body: commandOf({}) },
    {
      kind: 'approve transfer',
      as: 'super',
      once: {
        sql: `select count(*)::int from fund_transfer t join journal_entry e using (book, entry_id) where t.transfer_id = $1`,
        values: [transferId],
      },
    },
  )
}

/** What several workers do at once. */
export const scenarios = [recommend, approve, reject, cancel, schedule, contribution, transfer]
