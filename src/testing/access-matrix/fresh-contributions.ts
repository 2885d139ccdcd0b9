import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import { makeAnnouncement } from '../factories/make-announcement.ts'
import { makeExpectedContribution } from '../factories/make-contribution-document.ts'
import type { MadeFund } from '../factories/make-fund.ts'

export type FreshContributions = {
  /** A new contribution whose document the donor can sign. */
  freshContribution(): Promise<{ contributionId: string; transactionId: number }>
  /** A new delivery of securities that the donor announced. */
  freshAnnouncement(): Promise<{ contributionId: string; transactionId: number }>
}

const unknown = async () => ({ contributionId: randomUUID(), transactionId: 999_999_999 })
export const unknownContributions: FreshContributions = {
  freshContribution: unknown,
  freshAnnouncement: unknown,
}

export const freshContributions = (portal: TestApp, fund: MadeFund, userId: string): FreshContributions => ({
  freshContribution: () => makeExpectedContribution(portal, fund, { userId, isPending: true }),
  freshAnnouncement: () => makeAnnouncement(portal, fund, userId),
})
