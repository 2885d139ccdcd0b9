import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import { makeFund, makeStaff } from '../factories/make-fund.ts'
import { type InactiveFundState, makeInactiveFund } from '../factories/make-inactive-fund.ts'

type FreshInactiveFund = { accountId: string; stepId: string; defaultGrantId: string }

/** Inactive funds of their own: each call makes another. */
export type FreshInactiveFunds = { freshInactiveFund(state: InactiveFundState): Promise<FreshInactiveFund> }

export const unknownInactiveFunds: FreshInactiveFunds = {
  freshInactiveFund: async () => ({
    accountId: randomUUID(),
    stepId: randomUUID(),
    defaultGrantId: randomUUID(),
  }),
}

export const freshInactiveFunds = (portal: TestApp, book: string): FreshInactiveFunds => ({
  freshInactiveFund: async state => {
    const by = await makeStaff(portal, { realm: book })
    const fund = await makeFund(portal, { book, accountName: `Matrix Owl Fund of ${book}` })
    return { accountId: fund.accountId, ...(await makeInactiveFund(portal, fund, { state, by })) }
  },
})
