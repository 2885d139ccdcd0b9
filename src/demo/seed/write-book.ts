import { type Kysely, sql } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { dateOf } from '../../domain/dates.ts'
import {
  type CharityStatus,
  eftPaymentTypeCode,
  findCharityStatus,
} from '../../features/charities/server/charity-status.ts'
import { listPayees } from '../../features/charity-profiles/server/payee-changes.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { writeDemoPayees } from '../charities/demo-payees.ts'
import { type CharitySelection, pickFavorites, selectCharities } from '../charities/pick-charities.ts'
import { demoClients } from '../demo-client.ts'
import type { FundPlan } from '../funds/fund-plan.ts'
import { type PlannedHousehold, planFunds } from '../funds/plan-funds.ts'
import { charitiesOf, charitiesToPay } from '../funds/planned-action.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { nameSource } from '../people/names.ts'
import { seededRandom } from '../random.ts'
import { type CharityStatuses, writeHousehold } from './write-household.ts'
import { writeRelationships, writeSharedParties } from './write-people.ts'

/** Connections that write at the same time: enough to keep two cores busy. */
const writers = 3
const advisorsWithoutSignIn = 4

type BookToWrite = {
  client: Client
  userIds: DemoUserIds
  now: Date
  funds: number
  realmDb: Kysely<DB>
  keys: DataKeys
}

/** Plans and writes the funds of a client's book, each household in one transaction. Returns the counts. */
export async function writeBook(
  db: Kysely<DB>,
  { client, userIds, now, funds, realmDb, keys }: BookToWrite,
): Promise<{ funds: number; actions: number }> {
  const country = demoClients[client.book.currency]
  const random = seededRandom(`${client.book.name} parties`)
  const names = nameSource(random)
  const advisors = Array.from({ length: advisorsWithoutSignIn }, () => names.person())
  const charities = await selectCharities(db, client.charityRegisters)
  const planned = planFunds({ client, charities, today: dateOf(now, client.timeZone), funds })
  await writeDemoPayees(realmDb, charitiesToPay(planned), { client, userIds, keys })
  const payees = await listPayees(db, charitiesOf(planned), eftPaymentTypeCode)
  const shared = await writeSharedParties(db, {
    realm: client.realm,
    userIds,
    country,
    advisors,
    random,
  })
  const positions = new Map(planned.flatMap(each => each.household).map((plan, position) => [plan, position]))

  const charityStatuses = cachedStatuses(db, now)
  const write = async (connection: Kysely<DB>, household: PlannedHousehold) => {
    await connection.transaction().execute(async trx => {
      await writeHousehold(trx, household, { client, userIds, now, charityStatuses, payees })
      for (const plan of household.household) {
        const position = positions.get(plan) ?? 0
        const fundRandom = seededRandom(`${client.book.name} people of ${plan.fundId}`)
        await writeRelationships(trx, plan, {
          ...{ position, funds, shared, country, random: fundRandom },
          ...{ realm: client.realm, donorId: userIds.donor, now },
        })
        if (plan.donorFund !== null) await writeCharityList(trx, plan, charities, userIds.donor)
      }
    })
  }
  // Longest first, so that no writer is still busy with a long one at the end.
  const queue = planned.toSorted((one, other) => one.actions.length - other.actions.length)
  const writer = async (connection: Kysely<DB>) => {
    let written = 0
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      await write(connection, next)
      written++
      if (isPowerOfTwo(written)) await sql`discard plans`.execute(connection)
    }
  }
  await Promise.all(Array.from({ length: writers }, () => db.connection().execute(writer)))
  const actions = planned.reduce((sum, each) => sum + each.actions.length, 0)
  return { funds: positions.size, actions }
}

function cachedStatuses(db: Kysely<DB>, now: Date): CharityStatuses {
  const cache = new Map<string, Promise<CharityStatus>>()
  const read = async (charityId: string) => {
    const found = await findCharityStatus(db, charityId, now)
    if (!found) throw new Error(`the register has no charity ${charityId}`)
    return found
  }
  return charityId => {
    const charityStatus = cache.get(charityId) ?? read(charityId)
    cache.set(charityId, charityStatus)
    return charityStatus
  }
}

/**
 * Decides when a connection discards its cached query plans. Plans made while a table is empty may use a bad index, and a
 * connection would keep them for all rows.
 */
const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0

async function writeCharityList(
  trx: Kysely<DB>,
  plan: FundPlan,
  charities: CharitySelection,
  addedBy: string,
): Promise<void> {
  const random = seededRandom(`list of ${plan.fundId}`)
  const listed = pickFavorites(random, charities, random.integer(5, 8))
  await trx
    .insertInto('charity_list_entry')
    .values(
      listed.map(({ charityId }, index) => ({
        account_id: plan.accountId,
        charity_id: charityId,
        added_by: addedBy,
        ...(index === 0 ? { note: 'Ask what they plan for spring' } : {}),
      })),
    )
    .execute()
}
