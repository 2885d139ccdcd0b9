import { randomUUID } from 'node:crypto'
import { isoDate } from '../../domain/dates.ts'
import { enterContribution } from '../../features/contributions/contributions.contract.ts'
import {
  endSuspenseItem,
  listSuspenseItems,
  type SuspenseDecision,
  type SuspenseItem,
} from '../../features/reconciliation/reconciliation.contract.ts'
import type { CamtEntry } from './camt.ts'
import type { PaymentFixture } from './payment-fixture.ts'
import type { statementCalls } from './statement-calls.ts'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

type Place = { world: PaymentFixture; statements: ReturnType<typeof statementCalls> }

/** The requests of tests about money in suspense. `at` is asked when a test runs. */
export function suspenseCalls(at: () => Place) {
  const as = () => ({ as: at().world.one.session })

  /** A credit that names nothing of ours, under a reference and with a text of its own. */
  const gift = (amount: string, about: Partial<CamtEntry> = {}): CamtEntry => ({
    amount,
    side: 'CRDT',
    servicerRef: `GIFT-${randomUUID()}`,
    on: '2026-03-13',
    text: `ADA FINCH ${randomUUID()}`,
    ...about,
  })

  const items = async (): Promise<SuspenseItem[]> => {
    const { reply } = await at().world.portal.call(listSuspenseItems, { query: { first: 500 } }, as())
    return reply.data
  }
  const itemOf = async ({ servicerRef }: CamtEntry): Promise<SuspenseItem | undefined> =>
    (await items()).find(({ reference }) => reference === servicerRef)

  /** A credit that is in suspense. */
  const inSuspense = async (amount: string, about: Partial<CamtEntry> = {}) => {
    const entry = gift(amount, about)
    await at().statements.take(at().statements.message([entry]))
    const item = await itemOf(entry)
    if (!item) throw new Error('the credit is not in suspense')
    return { entry, item }
  }

  const decide = async (
    itemId: string,
    decision: Partial<SuspenseDecision>,
    about: { as?: PaymentFixture['one']; key?: string } = {},
  ) =>
    await at().world.portal.call(
      endSuspenseItem,
      {
        params: { itemId },
        body: command({
          end: 'returned' as const,
          contributionNumber: null,
          shares: [],
          otherItemIds: [],
          giftDate: null,
          toBook: null,
          reason: 'Sent back by wire today',
          ...decision,
        }),
      },
      { as: (about.as ?? at().world.one).session, idempotencyKey: about.key ?? randomUUID() },
    )

  async function announced(amountMinor: bigint): Promise<number> {
    return (await entered(amountMinor)).transactionId
  }
  async function entered(amountMinor: bigint) {
    const { fundId } = at().world.fund
    const { reply } = await at().world.portal.call(
      enterContribution,
      {
        params: { fundId },
        body: command({ content: { kind: 'wire' as const, amountMinor }, needsCountersignature: false }),
      },
      { as: at().world.one.session, idempotencyKey: randomUUID() },
    )
    return reply
  }

  const matchedTo = (contributionNumber: number): Partial<SuspenseDecision> => ({
    ...{ end: 'matched', contributionNumber, giftDate: isoDate('2026-03-13') },
  })
  /** Balances of the book's own ledger accounts. */
  async function ledger(account: 'suspense' | 'received'): Promise<bigint> {
    const { rows } = await at().world.portal.database.admin.query<{ sum: string }>(
      `select coalesce(sum(amount_minor), 0)::text as sum from posting where book = 'npt' and ledger = $1`,
      [account],
    )
    return BigInt(rows[0]?.sum ?? '0')
  }
  /** Which parts of credits these contributions are. */
  async function matchesOf(numbers: readonly number[]) {
    const { rows } = await at().world.portal.database.admin.query(
      `select c.transaction_id::int as number, m.amount_minor::int as cents from suspense_match m
        join contribution c using (book, contribution_id) where c.transaction_id = any($1) order by 1, 2`,
      [numbers],
    )
    return rows
  }
  return { gift, items, itemOf, inSuspense, decide, entered, announced, matchedTo, ledger, matchesOf }
}
