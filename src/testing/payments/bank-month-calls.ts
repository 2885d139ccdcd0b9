import { randomUUID } from 'node:crypto'
import {
  confirmPostingRequest,
  listPostingRequests,
} from '../../features/posting-requests/posting-requests.contract.ts'
import {
  type BankMonthItem,
  explainDebit,
  getBankMonth,
  listBankMonthItems,
  type MonthView,
  signBankMonth,
  withdrawExplanation,
} from '../../features/reconciliation/bank-month.contract.ts'
import type { DebitKind } from '../../features/reconciliation/domain/debit-kinds.ts'
import { endSuspenseItem } from '../../features/reconciliation/reconciliation.contract.ts'
import { type CamtEntry, camtFile } from './camt.ts'
import type { PaymentFixture } from './payment-fixture.ts'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

type About = { kind: DebitKind; creditLineId: string | null }
const fee: About = { kind: 'fee', creditLineId: null }

/** The requests of tests about months of npt’s bank accounts; by default of that for contributions. */
export function bankMonthCalls(world: PaymentFixture) {
  const of = (month: string, account = 'contributions') => ({ params: { account, month } })
  const as = (person = world.one) => ({ as: person.session })
  const once = (person = world.one) => ({ ...as(person), idempotencyKey: randomUUID() })
  const month = async (name: string, account?: string) =>
    (await world.portal.call(getBankMonth, of(name, account), as())).reply
  let files = 0
  return {
    of,
    as,
    month,
    items: async (name: string, show?: MonthView, account?: string): Promise<BankMonthItem[]> =>
      (
        await world.portal.call(
          listBankMonthItems,
          { ...of(name, account), query: { first: 500, show } },
          as(),
        )
      ).reply.data,
    /** Signs with the figures of now, or with these. */
    sign: async (name: string, person = world.one, figuresHash?: string) =>
      await world.portal.call(
        signBankMonth,
        {
          ...of(name),
          body: command({ figuresHash: figuresHash ?? (await month(name)).figuresHash, note: null }),
        },
        once(person),
      ),
    explain: async (bankLineId: string, person = world.one, about = fee) =>
      await world.portal.call(
        explainDebit,
        { params: { bankLineId }, body: command({ ...about, note: 'Monthly fee, see their letter' }) },
        once(person),
      ),
    /** Decides that money in suspense goes back to its payer. */
    endSuspense: async (itemId: string, person = world.one) => {
      const decision = {
        end: 'returned' as const,
        contributionNumber: null,
        giftDate: null,
        toBook: null,
        shares: [],
        otherItemIds: [],
      }
      return await world.portal.call(
        endSuspenseItem,
        { params: { itemId }, body: command({ ...decision, reason: 'Not for us' }) },
        once(person),
      )
    },
    withdraw: async (explanationId: string, person = world.one) =>
      await world.portal.call(
        withdrawExplanation,
        { params: { explanationId }, body: command({ reason: 'It was a direct debit' }) },
        once(person),
      ),
    /** Confirms what waits for a second person about a line; returns what was asked, and the status of the answer. */
    confirmAbout: async (bankLineId: string, person = world.two) => {
      const { reply } = await world.portal.call(listPostingRequests, {}, as(person))
      const request = reply.data.find(({ subjectId }) => subjectId === bankLineId)
      const { status } = await world.portal.call(
        confirmPostingRequest,
        { params: { requestId: request?.requestId ?? '' }, body: command({}) },
        once(person),
      )
      return { details: request?.details, status }
    },
    /** A statement of the account for contributions. */
    statement: (opening: string, closing: string, entries: readonly CamtEntry[]): string => {
      files += 1
      return camtFile([{ account: '0000218840', bank: '099990011', opening, closing, entries }], {
        id: `MONTH-${files}`,
      }).replaceAll(
        '</CdtDbtInd></Bal>',
        `</CdtDbtInd><Dt><Dt>${entries.at(-1)?.on ?? '2026-01-30'}</Dt></Dt></Bal>`,
      )
    },
    entry: (side: 'CRDT' | 'DBIT', amount: string, on: string): CamtEntry => ({
      side,
      amount,
      on,
      servicerRef: `MONTH-${randomUUID()}`,
      text: side === 'CRDT' ? 'ADA FINCH' : 'MONTHLY FEE',
    }),
  }
}
