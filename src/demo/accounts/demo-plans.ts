import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { findAccountRow, setPlanType } from '../../features/accounts/server/account-row.queries.ts'
import { planTypeOf } from '../../features/legacy-plan/domain/legacy-plan.ts'
import { followPlan } from '../../features/legacy-plan/server/follow-plan.ts'
import { insertVersion, type ShareRow } from '../../features/legacy-plan/server/legacy-plan.queries.ts'
import { insertParties } from '../../features/people/server/parties.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import { accountsOfDonor } from './demo-documents.queries.ts'
import { nameOfUser, someCharities } from './demo-plans.queries.ts'

const yearMs = 365 * dayMs

type DemoShare = Omit<ShareRow, 'party_id'>

const person = (name: string, hundredths: number, about: Partial<DemoShare> = {}): DemoShare => ({
  ...{ designation: 0, name, share_hundredths: hundredths, relation: null, email: null, phone: null },
  ...{ year_of_birth: null, charity_id: null, charity_outcome: null },
  ...about,
})

/** The plans of the demonstration's donor: one that is whole, and an old one that the check-up has something to say about. */
export async function writeDemoPlans(
  db: Kysely<DB>,
  { client, donorId, now }: { client: Client; donorId: string; now: Date },
): Promise<void> {
  if (!client.legacyPlanShown) return
  const [whole, old] = await accountsOfDonor(db, donorId)
  const [charity] = await someCharities(db, client.charityRegisters, 1)
  if (!whole || !charity) return
  const savedBy = { userId: donorId, name: await nameOfUser(db, donorId), side: 'fund' } as const
  await savePlan(db, whole.account_id, {
    ...{ client, savedBy, savedAt: new Date(now.getTime() - 0.4 * yearMs) },
    shares: [
      person('Clara Whitcombe', 4_000, {
        ...{ relation: 'Daughter', email: 'clara.whitcombe@people.example', year_of_birth: 1988 },
      }),
      person('Theo Whitcombe', 2_500, { relation: 'Son', email: 'theo.whitcombe@people.example' }),
      person(charity.name, 3_500, {
        ...{ designation: 1, charity_id: charity.charity_id, charity_outcome: 'yes' },
      }),
    ],
  })
  if (old)
    await savePlan(db, old.account_id, {
      ...{ client, savedBy, savedAt: new Date(now.getTime() - 4 * yearMs) },
      shares: [person('Clara Whitcombe', 10_000, { relation: 'Daughter' })],
    })
}

type PlanToSave = {
  client: Client
  savedBy: { userId: string; name: string; side: 'fund' }
  savedAt: Date
  shares: readonly DemoShare[]
}

async function savePlan(db: Kysely<DB>, accountId: string, plan: PlanToSave): Promise<void> {
  const { client, savedBy, savedAt } = plan
  await db.transaction().execute(async trx => {
    const stored = await findAccountRow(trx, accountId)
    if (!stored) return
    const shares: ShareRow[] = plan.shares.map(share => ({ ...share, party_id: randomUUIDv7() }))
    await insertParties(trx, shares)
    await insertVersion(trx, { accountId, version: 1, instructionId: null, savedBy, savedAt, shares })
    await followPlan(trx, accountId, { shares, today: dateOf(savedAt, client.timeZone), now: savedAt })
    await setPlanType(trx, accountId, { type: planTypeOf(shares), revision: stored.revision })
  })
}
