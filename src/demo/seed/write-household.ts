import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { CharityStatus } from '../../features/charities/server/charity-status.ts'
import type { StepActor } from '../../features/grants/server/record-history-entry.ts'
import type { Entry } from '../../features/ledger/server/post-entry.ts'
import type { DB } from '../../server/db/schema.ts'
import type { FundPlan } from '../funds/fund-plan.ts'
import type { PlannedHousehold } from '../funds/plan-funds.ts'
import type { Deed } from '../funds/replay-fund.ts'
import {
  type PastGrant,
  recommendInThePast,
  transitionInThePast,
  writePastGrants,
} from '../grants/past-grants.ts'
import { type DemoUser, type DemoUserIds, demoName } from '../people/demo-users.ts'

/** How each charity of the register stands; read once a book, for there are fewer of them than grants. */
export type CharityStatuses = (charityId: string) => Promise<CharityStatus>
export type WritingSettings = {
  client: Client
  userIds: DemoUserIds
  now: Date
  charityStatuses: CharityStatuses
}

/**
 * Writes a household's funds, in the caller's transaction, and all that was planned for them, in its order: the domain's rules
 * decide of each step as they do of today's, and what comes of it is written at once. Nobody is told: all of it is long ago.
 */
export async function writeHousehold(
  trx: Kysely<DB>,
  { household, deeds }: PlannedHousehold,
  settings: WritingSettings,
): Promise<void> {
  const grants = new Map<number, PastGrant>()
  const dateTimeOf = instants(settings.now)
  const entries: Entry[] = []
  for (const deed of deeds) {
    const entry =
      deed.deed === 'post'
        ? entryOf(deed, settings)
        : await entryOfGrant(deed, grants, dateTimeOf(deed.on), settings)
    if (entry) entries.push(entry)
  }
  await trx.insertInto('fund_account').values(household.map(accountRow)).execute()
  await writePastGrants(trx, [...grants.values()], entries)
}

function accountRow(plan: FundPlan) {
  const [donor, joint] = plan.donors
  const givenNames = joint ? `${donor.firstName} and ${joint.firstName}` : donor.firstName
  return {
    account_id: plan.accountId,
    fund_id: BigInt(plan.fundId),
    account_name: plan.accountName,
    account_status: plan.status,
    account_type: plan.accountType,
    organization_legal_name: plan.organizationLegalName,
    donor_name: `${givenNames} ${donor.lastName}`,
    succession_plan_type_code: plan.successor ? ('INDIVIDUALS' as const) : ('NONE' as const),
    opened_on: plan.openedOn,
    closed_on: plan.closedOn,
  }
}

function entryOf({ on, by, entry }: Extract<Deed, { deed: 'post' }>, settings: WritingSettings): Entry {
  return {
    ...entry,
    currency: settings.client.book.currency,
    effectiveDate: on,
    actorUserId: by === null ? null : settings.userIds[by],
    onBehalfOfUserId: null,
  }
}

async function entryOfGrant(
  deed: Exclude<Deed, { deed: 'post' }>,
  grants: Map<number, PastGrant>,
  at: Date,
  { client, userIds, charityStatuses }: WritingSettings,
): Promise<Entry | null> {
  const now = { client, book: client.book, on: deed.on, at, actor: actorOf(deed.by, userIds) }
  if (deed.deed === 'recommend') {
    const charity = await charityStatuses(deed.asked.charityId)
    const { grant, entry } = recommendInThePast(deed.accountId, deed.asked, charity, now)
    grants.set(deed.grant, grant)
    return entry
  }
  const grant = grants.get(deed.grant)
  if (grant === undefined) throw new Error(`grant ${deed.grant} is moved before it is recommended`)
  return transitionInThePast(grant, deed.move, now)
}

/** Who acts for the funds; everybody else who moves a grant is the sponsor's staff. */
const fundPeople: readonly DemoUser[] = ['donor', 'joint', 'advisor']

const actorOf = (user: DemoUser, userIds: DemoUserIds): StepActor => ({
  userId: userIds[user],
  name: demoName(user),
  side: fundPeople.includes(user) ? 'fund' : 'sponsor',
})

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
