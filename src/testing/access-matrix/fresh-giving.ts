import { randomUUID } from 'node:crypto'
import { proposeCharity } from '../../features/charity-vetting/proposals.contract.ts'
import {
  acceptWarnings,
  addToBasket,
  discardBasket,
  getBasket,
  listDrafts,
  saveDraft,
} from '../../features/grants/baskets/drafts.contract.ts'
import { listStandingReturns } from '../../features/grants/server/grant-returns.queries.ts'
import type { TestApp } from '../app.ts'
import { inHalfAYear } from '../coming-days.ts'
import type { MadeFund } from '../factories/make-fund.ts'
import { draftOf } from '../grants/make-draft.ts'
import { schedule, scheduleTerms } from '../grants/schedule-calls.ts'
import { command } from './examples/example.ts'

/** New objects of a fund that its donor created: each call creates another, which a command may consume. */
export type FreshGiving = {
  freshSchedule(): Promise<string>
  freshDraft(): Promise<string>
  /** The fund's basket, with one grant in it. */
  freshBasket(): Promise<string>
  freshProposal(): Promise<string>
  withdrawProposals(): Promise<void>
  /** A schedule whose first date waits. */
  waitingSchedule(): Promise<string>
  /** A basket that can be submitted, with the version of its rows. */
  readyBasket(): Promise<{ basketId: string; version: string }>
  /** Discards the open baskets, because a fund can have a limited number. */
  emptyBasket(): Promise<void>
  /** The entry of the return of a grant. */
  returnEntryOf(grantId: string): Promise<string>
}

export function freshGiving(
  portal: TestApp,
  fund: MadeFund,
  charity: { charityId: string; name: string },
): FreshGiving {
  const params = { fundId: fund.fundId }
  const as = fund.donor.session
  const content = draftOf(charity, { amountMinor: 500_00n })
  return {
    freshSchedule: async () => {
      const terms = scheduleTerms(charity.charityId, { amountMinor: 500_00n, startsOn: inHalfAYear() })
      return (await schedule(portal, fund, terms)).reply.scheduleId
    },
    returnEntryOf: async grantId =>
      (await listStandingReturns(portal.databases.book(fund.book), grantId))[0]?.entryId ?? '',
    freshDraft: async () => {
      const draftId = randomUUID()
      await portal.call(
        saveDraft,
        { params: { ...params, draftId }, body: command({ revision: 0, content }) },
        { as },
      )
      return draftId
    },
    freshBasket: async () => {
      const body = command({ drafts: [{ draftId: randomUUID(), content }] })
      return (await portal.call(addToBasket, { params, body }, { as })).reply.basketId
    },
    waitingSchedule: async () => {
      const terms = scheduleTerms(charity.charityId, { amountMinor: 500_00n, startsOn: inHalfAYear() })
      const { scheduleId } = (await schedule(portal, fund, terms)).reply
      await portal.database.admin.query(
        `insert into grant_occurrence (book, schedule_id, number, nominal_on, due_on, state, reason, field, decided_at)
          values ($1, $2, 0, $3, $3, 'waiting', 'Not covered', 'amountMinor', now())`,
        [fund.book, scheduleId, terms.startsOn],
      )
      return scheduleId
    },
    readyBasket: async () => {
      const body = command({ drafts: [{ draftId: randomUUID(), content }] })
      const { basketId } = (await portal.call(addToBasket, { params, body }, { as })).reply
      const call = { params: { ...params, basketId }, query: { first: 100 } }
      const { rows } = (await portal.call(getBasket, call, { as })).reply
      for (const { draftId, warnings } of rows) {
        const keys = warnings.map(({ key }) => key)
        await portal.call(
          acceptWarnings,
          { params: { ...params, draftId }, body: command({ keys, accepted: true }) },
          { as },
        )
      }
      return { basketId, version: (await portal.call(getBasket, call, { as })).reply.basket.version }
    },
    emptyBasket: async () => {
      for (const { basketId } of (await portal.call(listDrafts, { params }, { as })).reply.baskets)
        await portal.call(discardBasket, { params: { ...params, basketId }, body: command({}) }, { as })
    },
    withdrawProposals: async () => {
      await portal.database.admin.query(
        `update charity_proposal set state = 'withdrawn', decided_at = now() where state = 'received' and account_id = $1`,
        [fund.accountId],
      )
    },
    freshProposal: async () => {
      await portal.database.admin.query(
        `update charity_proposal set state = 'withdrawn', decided_at = now() where state = 'received' and account_id = $1`,
        [fund.accountId],
      )
      const body = command({ name: charity.name, town: 'Whitby', taxId: '', website: '', why: 'It sings.' })
      const { reply } = await portal.call(
        proposeCharity,
        { params, body },
        { as, idempotencyKey: randomUUID() },
      )
      return reply.proposalId
    },
  }
}

export const unknownGiving: FreshGiving = {
  freshSchedule: async () => randomUUID(),
  freshDraft: async () => randomUUID(),
  freshBasket: async () => randomUUID(),
  freshProposal: async () => randomUUID(),
  withdrawProposals: async () => {},
  waitingSchedule: async () => randomUUID(),
  readyBasket: async () => ({ basketId: randomUUID(), version: '' }),
  emptyBasket: async () => {},
  returnEntryOf: async () => randomUUID(),
}
