import { randomUUID } from 'node:crypto'
import { transferPostings } from '../../features/ledger/domain/postings.ts'
import type { TestApp } from '../app.ts'
import { makeEntry } from '../factories/make-contribution.ts'
import { type MadeFund, makeFund } from '../factories/make-fund.ts'

/** Transfers that the fund's donor requested to another fund of the book. */
export type FreshTransfers = {
  freshTransfer(): Promise<string>
  /** A transfer that was made. */
  madeTransfer(): Promise<string>
  /** The number of the other fund. */
  otherFundId(): Promise<number>
  /** Declines the requests that wait, because a fund can have a limited number. */
  withoutTransfers(): Promise<void>
}

export const unknownTransfers: FreshTransfers = {
  freshTransfer: async () => randomUUID(),
  madeTransfer: async () => randomUUID(),
  otherFundId: async () => 99_999_997,
  withoutTransfers: async () => {},
}

export function freshTransfers(
  portal: TestApp,
  fund: MadeFund,
  { staffId }: { staffId: string },
): FreshTransfers {
  let receiver: Promise<MadeFund> | null = null
  const withoutTransfers = async () => {
    await portal.databases
      .book(fund.book)
      .updateTable('fund_transfer')
      .set({
        state: 'declined',
        message: 'Another one',
        decided_by: staffId,
        decided_by_name: 'A test',
        decided_at: portal.clock.now(),
      })
      .where('account_id', '=', fund.accountId)
      .where('state', '=', 'requested')
      .execute()
  }
  const receiverOf = () => {
    receiver ??= makeFund(portal, { book: fund.book, accountName: 'Matrix Receiver' })
    return receiver
  }
  const freshTransfer = async () => {
    await withoutTransfers()
    const { fundId: toFundId } = await receiverOf()
    const transferId = randomUUID()
    // Not by the donor's session, which other tests may have ended.
    await portal.databases
      .book(fund.book)
      .insertInto('fund_transfer')
      .values({
        transfer_id: transferId,
        account_id: fund.accountId,
        to_fund_id: BigInt(toFundId),
        to_account_name: 'Matrix Receiver',
        amount_minor: 5_00n,
        requested_by: fund.donor.user.userId,
        requested_by_name: 'A donor',
        requested_at: portal.clock.now(),
      })
      .execute()
    return transferId
  }
  return {
    withoutTransfers,
    freshTransfer,
    otherFundId: async () => (await receiverOf()).fundId,
    madeTransfer: async () => {
      const { accountId: toAccountId } = await receiverOf()
      const transferId = await freshTransfer()
      const entryId = await makeEntry(portal.databases, fund, {
        kind: 'transfer',
        postings: transferPostings(fund.accountId, toAccountId, 5_00n),
      })
      await portal.databases
        .book(fund.book)
        .updateTable('fund_transfer')
        .set({
          state: 'approved',
          to_account_id: toAccountId,
          entry_id: entryId,
          decided_by: staffId,
          decided_by_name: 'A test',
          decided_at: portal.clock.now(),
        })
        .where('transfer_id', '=', transferId)
        .execute()
      return transferId
    },
  }
}
