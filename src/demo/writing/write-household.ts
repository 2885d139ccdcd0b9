import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import { moveGrant } from '../../features/grants/server/move-grant.ts'
import { recommendGrant } from '../../features/grants/server/recommend-grant.ts'
import { type Entry, postEntries } from '../../features/ledger/server/post-entry.ts'
import type { DB } from '../../server/db/schema.ts'
import type { Client } from '../../tenants/client.ts'
import type { FundSketch } from '../funds/fund-sketch.ts'
import type { Deed } from '../funds/live-through.ts'
import type { PlannedHousehold } from '../funds/plan-funds.ts'
import { type DemoUser, type DemoUserIds, demoName } from '../people/demo-users.ts'

export type WritingSettings = { client: Client; userIds: DemoUserIds; now: Date }

/**
 * Writes a household's funds, in the caller's transaction, and does with the domain's functions all that was planned for
 * them, in its order. Nobody is told: all of it is long ago, and their users have only just been made.
 */
export async function writeHousehold(
  trx: Kysely<DB>,
  { household, deeds }: PlannedHousehold,
  settings: WritingSettings,
): Promise<void> {
  const grantIds = new Map<number, string>()
  const momentOf = instants(settings.now)
  let entries: Entry[] = []
  await trx.insertInto('fund_account').values(household.map(accountRow)).execute()
  for (const deed of deeds) {
    if (deed.deed === 'post') {
      entries.push(entryOf(deed, settings))
      continue
    }
    await postEntries(trx, entries)
    entries = []
    await doWithGrant(trx, deed, grantIds, momentOf(deed.on), settings)
  }
  await postEntries(trx, entries)
}

function accountRow(sketch: FundSketch) {
  const [donor, joint] = sketch.donors
  const givenNames = joint ? `${donor.firstName} and ${joint.firstName}` : donor.firstName
  return {
    account_id: sketch.accountId,
    fund_id: BigInt(sketch.fundId),
    account_name: sketch.accountName,
    account_status: sketch.status,
    account_type: sketch.accountType,
    organization_legal_name: sketch.organizationLegalName,
    donor_name: `${givenNames} ${donor.lastName}`,
    succession_plan_type_code: sketch.successor ? ('INDIVIDUALS' as const) : ('NONE' as const),
    opened_on: sketch.openedOn,
    closed_on: sketch.closedOn,
  }
}

function entryOf({ on, by, entry }: Extract<Deed, { deed: 'post' }>, settings: WritingSettings): Entry {
  return {
    ...entry,
    currency: settings.client.book.currency,
    effectiveDate: on,
    actorUserId: by === null ? null : settings.userIds[by],
  }
}

async function doWithGrant(
  trx: Kysely<DB>,
  deed: Exclude<Deed, { deed: 'post' }>,
  grantIds: Map<number, string>,
  now: Date,
  { client, userIds }: WritingSettings,
): Promise<void> {
  const actor = actorOf(deed.by, userIds)
  const isThem = () => {}
  const settings = { client, book: client.book, today: deed.on, now, notify: false, requireProof: isThem }
  if (deed.deed === 'recommend') {
    const asked = { ...deed.asked, certified: true, repeatConfirmed: true, idempotencyKey: randomUUID() }
    grantIds.set(deed.grant, await recommendGrant(trx, deed.accountId, asked, { ...settings, actor }))
    return
  }
  const grantId = grantIds.get(deed.grant)
  if (grantId === undefined) throw new Error(`grant ${deed.grant} is moved before it is recommended`)
  await moveGrant(trx, { ...deed.move, grantId, actor }, settings)
}

const actorOf = (user: DemoUser, userIds: DemoUserIds) => ({ userId: userIds[user], name: demoName(user) })

const minuteMs = 60_000

/** The instants of what is done on a day: in the office's hours on both sides of the Atlantic, one after the other, never in the future. */
function instants(now: Date): (on: IsoDate) => Date {
  let day: IsoDate | null = null
  let nextMs = 0
  return on => {
    if (on !== day) nextMs = Date.parse(`${on}T14:30:00Z`)
    day = on
    const instant = new Date(Math.min(nextMs, now.getTime()))
    nextMs += 7 * minuteMs
    return instant
  }
}
