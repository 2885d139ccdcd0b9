import { randomUUID } from 'node:crypto'
import {
  addToBasket,
  type Basket,
  type DraftContent,
  getBasket,
  saveDraft,
  submitBasket,
} from '../../features/grants/baskets/drafts.contract.ts'
import type { WithAdvice } from '../../features/grants/domain/advice.ts'
import type { TestApp, TestSession } from '../app.ts'
import type { MadeCharity } from '../factories/make-charity.ts'
import type { MadeFund } from '../factories/make-fund.ts'
import { draftOf } from './make-draft.ts'

export const commandOf = <Attributes>(attributes: Attributes) => ({
  data: { type: 'command' as const, attributes },
})

/** The calls about a fund's drafts and baskets, as its donor by default. */
export function basketCalls(portal: TestApp, fund: MadeFund, charity: MadeCharity) {
  const { session } = fund.donor
  const params = { fundId: fund.fundId }
  return {
    save: (
      draftId: string,
      revision: number,
      about: Partial<DraftContent> = {},
      as: TestSession = session,
      of: MadeFund = fund,
    ) =>
      portal.call(
        saveDraft,
        {
          params: { fundId: of.fundId, draftId },
          body: commandOf({ revision, content: draftOf(charity, about) }),
        },
        { as },
      ),
    gather: (drafts: { draftId: string; content: DraftContent }[]) =>
      portal.call(addToBasket, { params, body: commandOf({ drafts }) }, { as: session }),
    show: async (basketId: string, about: { only?: 'problems' } = {}) =>
      (
        await portal.call(
          getBasket,
          { params: { ...params, basketId }, query: { first: 500, ...about } },
          { as: session },
        )
      ).reply,
    submit: (
      { basketId, version }: Pick<Basket, 'basketId' | 'version'>,
      {
        key = randomUUID(),
        certified = true,
        as = session,
        advice,
      }: WithAdvice & { key?: string; certified?: boolean; as?: TestSession } = {},
    ) =>
      portal.call(
        submitBasket,
        { params: { ...params, basketId }, body: commandOf({ version, certified, advice }) },
        { as, idempotencyKey: key },
      ),
    grants: async () =>
      (
        await portal.database.admin.query<{ count: number; sum: string | null }>(
          `select count(*)::int, sum(amount_minor)::text from grant_recommendation where account_id = $1`,
          [fund.accountId],
        )
      ).rows[0],
  }
}
