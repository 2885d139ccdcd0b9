import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import { caseCalls } from '../case-calls.ts'
import { makeCharity, registerOf } from '../factories/make-charity.ts'
import { makeContribution } from '../factories/make-contribution.ts'
import { makeFund, makeStaff } from '../factories/make-fund.ts'
import { makeLegacyPlan, type ShareToMake } from '../factories/make-legacy-plan.ts'
import { type FreshInactiveFunds, freshInactiveFunds, unknownInactiveFunds } from './fresh-inactive-funds.ts'

/**
 * `none`: a fund without a case. `opened`: it waits for a second person. The others are confirmed: `waiting` for two successors; one has
 * `declined`; that share was `redirected` by another person; `ready`: a charity gets everything; `whole`: one successor has
 * accepted everything; `empty`: everything has left.
 */
type CaseState = 'none' | 'opened' | 'waiting' | 'declined' | 'redirected' | 'ready' | 'whole' | 'empty'

type FreshCase = {
  fundId: number
  partyId: string
  documentId: string
  caseId: string
  shareId: string
  redirectionId: string
  /** Of `empty`: the entry of the transfer that emptied the fund. */
  entryId: string
}

/** Cases of funds of their own: each call makes another. */
export type FreshCases = { freshCase(state: CaseState): Promise<FreshCase> } & FreshInactiveFunds

export const unknownCases: FreshCases = {
  freshCase: async () => ({
    fundId: 99_999_998,
    partyId: randomUUID(),
    documentId: randomUUID(),
    caseId: randomUUID(),
    shareId: randomUUID(),
    redirectionId: randomUUID(),
    entryId: randomUUID(),
  }),
  ...unknownInactiveFunds,
}

const successor = (name: string, shareHundredths: number): ShareToMake => ({
  name,
  shareHundredths,
  email: `${randomUUID()}@people.example`,
})

export function freshCases(portal: TestApp, book: string): FreshCases {
  const planOf = async (state: CaseState): Promise<ShareToMake[]> => {
    if (state === 'whole') return [successor('Wanda Reed', 10_000)]
    if (state !== 'ready') return [successor('Wanda Reed', 5_000), successor('Ann Finch', 5_000)]
    const { charityId, name } = await makeCharity(portal.databases, { register: registerOf(book) })
    return [{ name, shareHundredths: 10_000, charity_id: charityId }]
  }
  return {
    ...freshInactiveFunds(portal, book),
    freshCase: async state => {
      const [one, two] = [await makeStaff(portal, { realm: book }), await makeStaff(portal, { realm: book })]
      const calls = caseCalls(portal, () => ({ one, two }))
      const fund = await makeFund(portal, { book, accountName: 'Matrix Heron Fund', balanceMinor: 100_00n })
      const made = {
        fundId: fund.fundId,
        partyId: await calls.partyOf(fund, fund.donor.user.userId),
        documentId: await calls.document(fund, 'Death certificate'),
        ...{ caseId: '', shareId: '', redirectionId: '', entryId: '' },
      }
      if (state === 'none') return made
      if (state === 'empty') {
        const other = await makeFund(portal, { book })
        const shares = [{ charityId: null, toFundId: other.fundId, shareHundredths: 10_000 }]
        const { caseId } = (await calls.openClosing(fund, shares)).reply
        await calls.confirm(caseId)
        const [payout] = (await calls.distribute(caseId)).reply.payouts
        return { ...made, caseId, entryId: payout?.entryId ?? '' }
      }
      await makeContribution(portal.databases, fund, 10_00n, { into: 'excluded' })
      await makeLegacyPlan(portal, fund, await planOf(state))
      const { caseId } = (await calls.openDeath(fund)).reply
      if (state === 'opened') return { ...made, caseId }
      const [share] = (await calls.confirm(caseId)).reply.shares
      const shareId = share?.shareId ?? ''
      if (state === 'waiting' || state === 'ready') return { ...made, caseId, shareId }
      const token = await calls.linkOf(fund, shareId)
      if (state === 'whole') {
        await calls.accept(token, {}, book)
        return { ...made, caseId, shareId }
      }
      await calls.decline(token, '', book)
      if (state === 'declined') return { ...made, caseId, shareId }
      const { shares } = (await calls.redirect({ caseId, shareId })).reply
      const redirectionId = shares[0]?.redirection?.redirectionId ?? ''
      return { ...made, caseId, shareId, redirectionId }
    },
  }
}
