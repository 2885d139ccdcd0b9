import type { ShareToSave } from '../features/legacy-plan/domain/share-to-save.ts'
import {
  getLegacyPlan,
  listSuccessors,
  saveLegacyPlan,
} from '../features/legacy-plan/legacy-plan.contract.ts'
import type { TestApp, TestSession } from './app.ts'
import type { MadeFund } from './factories/make-fund.ts'

/** An individual successor with a share in hundredths of a percent. */
export const person = (
  name: string,
  shareHundredths: number,
  successorId: string | null = null,
): ShareToSave => ({
  ...{ option: 0, successorId, name, shareHundredths },
  ...{ relation: 'Niece', email: 'heir@people.example', phone: null, yearOfBirth: 1990 },
})

/** The calls of the tests of legacy plans. */
export function planCalls(portal: TestApp) {
  const query = async (sql: string, ...values: unknown[]) =>
    (await portal.database.admin.query(sql, values)).rows
  const read = async ({ fundId }: MadeFund, as: TestSession) =>
    (await portal.call(getLegacyPlan, { params: { fundId } }, { as })).reply
  return {
    query,
    read,
    /** Saves a plan, by default as the fund's donor who has just loaded it. */
    save: async (
      fund: MadeFund,
      shares: ShareToSave[],
      about: { as?: TestSession; revision?: number; instructionId?: string | null } = {},
    ) => {
      const { as = fund.donor.session, instructionId = null } = about
      const revision = about.revision ?? (await read(fund, as)).revision
      const attributes = { acknowledgesTerms: true as const, revision, shares, instructionId }
      return await portal.call(
        saveLegacyPlan,
        { params: { fundId: fund.fundId }, body: { data: { type: 'command', attributes } } },
        { as },
      )
    },
    successors: async ({ fundId }: MadeFund, as: TestSession) =>
      (await portal.call(listSuccessors, { params: { fundId } }, { as })).reply.data,
    typeOf: async ({ accountId }: MadeFund) => {
      const sql = 'select succession_plan_type_code as type from fund_account where account_id = $1'
      return (await query(sql, accountId))[0].type
    },
  }
}
