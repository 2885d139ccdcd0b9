import { randomUUID } from 'node:crypto'
import type { IsoDate } from '../../domain/dates.ts'
import { receiveContribution } from '../../features/contributions/contributions.contract.ts'
import { marketPostings } from '../../features/ledger/domain/postings.ts'
import type { TestApp } from '../app.ts'
import { makeEntry } from '../factories/make-contribution.ts'
import { makeExpectedContribution } from '../factories/make-contribution-document.ts'
import type { MadeFund } from '../factories/make-fund.ts'
import { makePostedBatch } from '../factories/make-posted-batch.ts'
import type { MadeUser } from '../factories/make-user.ts'
import { makeWaitingFile } from '../payments/make-waiting-file.ts'

export type FreshPostingRequests = {
  /** The cancellation of a new approved grant, which waits for a second person; by default another member of staff entered it. */
  freshPostingRequest(by?: 'colleague' | 'super_user'): Promise<string>
  /** A new contribution that was received. */
  receivedContribution(): Promise<string>
  /** A bank file that waits for a second person. */
  waitingBankFile(): Promise<string>
  /** A batch that was posted, with a line of the fund. */
  postedBatch(): Promise<string>
  /** A batch whose job was given up. */
  stalledBatch(): Promise<string>
  /** A new entry of the fund that belongs to nothing else. */
  postedEntry(): Promise<string>
}

export const unknownPostingRequests: FreshPostingRequests = {
  freshPostingRequest: async () => randomUUID(),
  receivedContribution: async () => randomUUID(),
  waitingBankFile: async () => randomUUID(),
  postedBatch: async () => randomUUID(),
  stalledBatch: async () => randomUUID(),
  postedEntry: async () => randomUUID(),
}

type About = {
  approvedGrant: () => Promise<string>
  people: Record<'colleague' | 'super_user', { user: MadeUser }>
}

export function freshPostingRequests(
  portal: TestApp,
  fund: MadeFund,
  { approvedGrant, people }: About,
): FreshPostingRequests {
  return {
    freshPostingRequest: async (by = 'colleague') => {
      const requestId = randomUUID()
      await portal.databases
        .book(fund.book)
        .insertInto('posting_request')
        .values({
          request_id: requestId,
          kind: 'void',
          subject_id: await approvedGrant(),
          account_id: fund.accountId,
          amount_minor: 500_00n,
          input: JSON.stringify({ reason: null, message: 'Not after all' }),
          requested_by: people[by].user.userId,
          requested_by_name: 'A colleague',
          requested_at: portal.clock.now(),
        })
        .execute()
      return requestId
    },
    receivedContribution: async () => {
      const { contributionId } = await makeExpectedContribution(portal, fund)
      const day = portal.clock.now().toISOString().slice(0, 10) as IsoDate
      await portal.call(
        receiveContribution,
        {
          params: { fundId: fund.fundId, contributionId },
          body: {
            data: {
              type: 'command',
              attributes: { amountMinor: 1_00n, giftDate: day, effectiveDate: day },
            },
          },
        },
        { as: await portal.sessionFor(people.colleague.user), fundId: fund.fundId, client: fund.book },
      )
      return contributionId
    },
    waitingBankFile: async () => {
      const db = portal.databases.book(fund.book)
      const { bankFileId } = await makeWaitingFile(db, {
        book: fund.book,
        fileName: `waits-at-${fund.book}.xml`,
        keys: portal.documentFiles.keys,
        by: people.colleague.user.userId,
        at: portal.clock.now(),
      })
      return bankFileId
    },
    postedEntry: () =>
      makeEntry(portal.databases, fund, { kind: 'gain', postings: marketPostings(fund.accountId, 1_00n) }),
    postedBatch: () =>
      makePostedBatch(portal.databases, fund, {
        by: people.colleague.user.userId,
        // Each has its own name.
        reference: `Batch of the access matrix ${randomUUID()}`,
      }),
    stalledBatch: () =>
      makePostedBatch(portal.databases, fund, {
        by: people.colleague.user.userId,
        reference: `Batch of the access matrix ${randomUUID()}`,
        isStalled: true,
      }),
  }
}
