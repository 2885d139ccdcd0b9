import { randomUUIDv7 } from 'node:crypto'
import { dateOf } from '../../domain/dates.ts'
import { setPlanType } from '../../features/accounts/server/account-row.queries.ts'
import { planTypeOf } from '../../features/legacy-plan/domain/legacy-plan.ts'
import { followPlan } from '../../features/legacy-plan/server/follow-plan.ts'
import { insertVersion, type ShareRow } from '../../features/legacy-plan/server/legacy-plan.queries.ts'
import { insertParties } from '../../features/people/server/parties.queries.ts'
import type { TestApp } from '../app.ts'
import type { MadeFund } from './make-fund.ts'

export type ShareToMake = { name: string; shareHundredths: number } & Partial<
  Pick<ShareRow, 'relation' | 'email' | 'phone' | 'charity_id' | 'charity_outcome'>
>

/** Saves the first version of a fund's plan, in the donor's name. With a `charity_id` a share is a charity's. */
export async function makeLegacyPlan(
  portal: Pick<TestApp, 'databases' | 'clock'>,
  { accountId, book, donor }: Pick<MadeFund, 'accountId' | 'book' | 'donor'>,
  toMake: readonly ShareToMake[],
): Promise<void> {
  const savedAt = portal.clock.now()
  await portal.databases
    .book(book)
    .transaction()
    .execute(async trx => {
      const shares = toMake.map(({ name, shareHundredths, ...about }): ShareRow => {
        const { charity_id = null, email = null } = about
        return {
          party_id: randomUUIDv7(),
          designation: charity_id === null ? 0 : 1,
          share_hundredths: shareHundredths,
          ...{ name, relation: null, email, phone: null, year_of_birth: null, charity_id },
          charity_outcome: charity_id === null ? null : 'yes',
          ...about,
        }
      })
      await insertParties(trx, shares)
      const { userId, firstName, lastName } = donor.user
      await insertVersion(trx, {
        ...{ accountId, version: 1, instructionId: null, savedAt, shares },
        savedBy: { userId, name: `${firstName} ${lastName}`, side: 'fund' },
      })
      await followPlan(trx, accountId, { shares, today: dateOf(savedAt, 'UTC'), now: savedAt })
      await setPlanType(trx, accountId, { type: planTypeOf(shares), revision: 1 })
    })
}
