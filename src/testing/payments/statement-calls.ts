import { expect } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import type { BankFilePlan } from '../../features/payments/bank-files.contract.ts'
import { jobsDone } from '../mailbox.ts'
import { type CamtEntry, camtFile } from './camt.ts'
import type { PaymentFixture } from './payment-fixture.ts'

export type PaidGrant = { grantId: string; reference: string }

/** The requests of tests about statements of npt's account. */
export function statementCalls(world: PaymentFixture) {
  let files = 0
  const preview = async (text: string, confirmed: readonly number[] = []): Promise<BankFilePlan> =>
    (await world.calls.previewFile(text, world.one, confirmed)).reply
  return {
    /** Grants, by default of 305.00, paid by a run that was sent. */
    paidGrants: async (count = 1, amountMinor = 305_00n): Promise<[PaidGrant, ...PaidGrant[]]> => {
      const charityId = await world.transferCharity()
      const ids: string[] = []
      for (let number = 0; number < count; number += 1) ids.push(await world.approved(charityId, amountMinor))
      await world.sent()
      const [first, ...others] = await Promise.all(
        ids.map(async grantId => ({
          grantId,
          reference: `GRANT-${(await world.grants.read(grantId, world.fund)).transactionId}`,
        })),
      )
      if (!first) throw new Error('there is at least one grant')
      return [first, ...others]
    },
    /** A message of entries of our account; each call makes another file. */
    message: (
      entries: readonly CamtEntry[],
      message: 'camt.052' | 'camt.053' | 'camt.054' = 'camt.053',
    ): string => {
      files += 1
      const { accountNumber: account, routingNumber: bank } = npt.payments
      return camtFile([{ account, bank, entries }], { message, id: `FILE-${files}` })
    },
    preview,
    effects: async (text: string, confirmed: readonly number[] = []): Promise<string[]> =>
      (await preview(text, confirmed)).lines.map(({ effect }) => effect),
    /** Checks a file, applies it with these answers, and returns the effects of its lines. */
    take: async (text: string, confirmed: readonly number[] = []): Promise<string[]> => {
      const { planHash, lines } = await preview(text, confirmed)
      expect((await world.calls.applyBankFileLines(text, world.one, planHash, confirmed)).status).toBe(200)
      await jobsDone(world.portal)
      return lines.map(({ effect }) => effect)
    },
    stateOf: async ({ grantId }: Pick<PaidGrant, 'grantId'>): Promise<string> =>
      (await world.grants.read(grantId, world.fund)).state,
    available: async (): Promise<bigint> => (await world.grants.balances(world.fund)).availableMinor,
    /** The movements that the book knows under this end-to-end reference, by their amounts: each counts once. */
    movements: async (endToEnd: string): Promise<string[]> => {
      const { rows } = await world.portal.database.admin.query<{ amount: string }>(
        `select amount_minor::text as amount from bank_line
         where end_to_end_id = $1 and part_of is null and same_as is null order by amount_minor`,
        [endToEnd],
      )
      return rows.map(({ amount }) => amount)
    },
  }
}

/** A credit of 100.00 for a payment, as banks repeat it in overlapping statements. */
export const creditOf = (reference: string, about: Partial<CamtEntry> = {}): CamtEntry => ({
  amount: '100.00',
  side: 'CRDT',
  entryRef: '77',
  servicerRef: `SVCR-${reference}`,
  parts: [{ endToEnd: reference }],
  ...about,
})
