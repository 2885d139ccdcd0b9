import { type Kysely, sql } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { dateOf } from '../../domain/dates.ts'
import { type CharityStatus, findCharityStatus } from '../../features/charities/server/charity-status.ts'
import type { DB } from '../../server/db/schema.ts'
import { type CharityChoice, chooseCharities, favouritesOf } from '../charities/pick-charities.ts'
import { demoClients } from '../demo-client.ts'
import type { FundPlan } from '../funds/fund-plan.ts'
import { type PlannedHousehold, planFunds } from '../funds/plan-funds.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { nameSource } from '../people/names.ts'
import { drawsOf } from '../random.ts'
import { type CharityStatuses, writeHousehold } from './write-household.ts'
import { writeKnownParties, writeRelationships } from './write-people.ts'

/** Connections of a book's pool that write at once: enough to keep two cores busy. */
const writers = 3
const advisorsWithoutSignIn = 4

type BookToWrite = { client: Client; userIds: DemoUserIds; now: Date; funds: number }

/** Plans and writes the funds of a client's book, each household in one transaction. Answers how many there are. */
export async function writeBook(
  db: Kysely<DB>,
  { client, userIds, now, funds }: BookToWrite,
): Promise<{ funds: number; deeds: number }> {
  const clientSettings = demoClients[client.book.currency]
  const draws = drawsOf(`${client.book.name} parties`)
  const names = nameSource(draws)
  const advisors = Array.from({ length: advisorsWithoutSignIn }, () => names.person())
  const charities = await chooseCharities(db, client.charityRegisters)
  const planned = planFunds({ client, charities, today: dateOf(now, client.timeZone), funds })
  const known = await writeKnownParties(db, { realm: client.realm, userIds, clientSettings, advisors, draws })
  const places = new Map(planned.flatMap(each => each.household).map((plan, place) => [plan, place]))

  const charityStatuses = statusesOnce(db, now)
  const write = async (connection: Kysely<DB>, household: PlannedHousehold) => {
    await connection.transaction().execute(async trx => {
      await writeHousehold(trx, household, { client, userIds, now, charityStatuses })
      for (const plan of household.household) {
        const place = places.get(plan) ?? 0
        const ownDraws = drawsOf(`${client.book.name} people of ${plan.fundId}`)
        await writeRelationships(trx, plan, { place, funds, known, clientSettings, draws: ownDraws })
        if (plan.ofDonor !== null) await writeCharityList(trx, plan, charities, userIds.donor)
      }
    })
  }
  // The long ones first, so that no writer is left alone with one at the end.
  const waiting = planned.toSorted((one, other) => one.deeds.length - other.deeds.length)
  const writer = async (connection: Kysely<DB>) => {
    let written = 0
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await write(connection, next)
      written++
      if (isPowerOfTwo(written)) await sql`discard plans`.execute(connection)
    }
  }
  await Promise.all(Array.from({ length: writers }, () => db.connection().execute(writer)))
  const deeds = planned.reduce((sum, each) => sum + each.deeds.length, 0)
  return { funds: places.size, deeds }
}

function statusesOnce(db: Kysely<DB>, now: Date): CharityStatuses {
  const known = new Map<string, Promise<CharityStatus>>()
  const read = async (charityId: string) => {
    const found = await findCharityStatus(db, charityId, now)
    if (!found) throw new Error(`the register has no charity ${charityId}`)
    return found
  }
  return charityId => {
    const charityStatus = known.get(charityId) ?? read(charityId)
    known.set(charityId, charityStatus)
    return charityStatus
  }
}

/**
 * When a connection's plans are made anew. In an empty table any index seems as good as the right one, and a connection keeps
 * the plans that it began with: before the database looks at the tables by itself, all would be written.
 */
const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0

async function writeCharityList(
  trx: Kysely<DB>,
  plan: FundPlan,
  charities: CharityChoice,
  addedBy: string,
): Promise<void> {
  const draws = drawsOf(`list of ${plan.fundId}`)
  const listed = favouritesOf(draws, charities, draws.whole(5, 8))
  await trx
    .insertInto('charity_list_entry')
    .values(
      listed.map(({ charityId }) => ({
        account_id: plan.accountId,
        charity_id: charityId,
        added_by: addedBy,
      })),
    )
    .execute()
}
