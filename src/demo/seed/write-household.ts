import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { minuteMs } from '../../domain/durations.ts'
import { setStatus } from '../../features/accounts/server/account-row.queries.ts'
import type { CharityStatus } from '../../features/charities/server/charity-status.ts'
import {
  type PayeeInUse,
  payeeEvidence,
} from '../../features/charity-profiles/server/payee-changes.queries.ts'
import type { StepActor } from '../../features/grants/server/record-history-entry.ts'
import type { Entry } from '../../features/ledger/domain/entry.ts'
import { insertChanges } from '../../server/changes/changes.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import type { FundPlan } from '../funds/fund-plan.ts'
import type { PlannedHousehold } from '../funds/plan-funds.ts'
import type { PlannedAction } from '../funds/planned-action.ts'
import { writeRuns } from '../grants/demo-runs.ts'
import {
  type PastGrant,
  recommendBackdated,
  transitionBackdated,
  writePastGrants,
} from '../grants/past-grants.ts'
import { type DemoUser, type DemoUserIds, demoName } from '../people/demo-users.ts'

/** Finds the status of a charity. Each is read once for a book, because there are fewer charities than grants. */
export type CharityStatuses = (charityId: string) => Promise<CharityStatus>
type WriteSettings = {
  client: Client
  userIds: DemoUserIds
  now: Date
  charityStatuses: CharityStatuses
  /** The payees of the charities to which the book gives, by charity ID. */
  payees: ReadonlyMap<string, PayeeInUse>
}

/**
 * Writes a household's funds and replays the planned actions in their order, in the caller's transaction. The same rules apply
 * as for commands of today, but no mail is sent.
 */
export async function writeHousehold(
  trx: Kysely<DB>,
  { household, actions }: PlannedHousehold,
  settings: WriteSettings,
): Promise<void> {
  const grants = new Map<number, PastGrant>()
  const dateTimeOf = instants(settings.now)
  const entries: Entry[] = []
  for (const action of actions) {
    const entry =
      action.type === 'post'
        ? entryOf(action, settings)
        : await entryOfGrant(action, grants, dateTimeOf(action.on), settings)
    if (entry) entries.push(entry)
  }
  await trx.insertInto('fund_account').values(household.map(accountRow)).execute()
  const past = [...grants.values()]
  await writePastGrants(trx, past, entries, async () => await writeRuns(trx, past, settings))
  for (const plan of household) await writeStatus(trx, plan, settings)
}

/** A fund that is held or closed today was active before, when its entries were made. */
const statusAtFirst = ({ status }: FundPlan) => (status === 'Entered' ? status : ('Active' as const))

const statusReasons = {
  Immobile: 'The donor died, and the estate has not yet been settled.',
  Closed: 'The donor asked for it after the last grant.',
} as const

async function writeStatus(trx: Kysely<DB>, plan: FundPlan, { userIds }: WriteSettings): Promise<void> {
  const { accountId, status, openedOn, closedOn, activeUntil } = plan
  if (status !== 'Immobile' && status !== 'Closed') return
  const effectiveDate = closedOn ?? activeUntil
  const revision = 2
  const dates = { openedDate: openedOn, closedDate: closedOn }
  await setStatus(trx, accountId, { accountStatus: status, ...dates, successorAccountId: null, revision })
  await insertChanges(trx, [
    {
      account_id: accountId,
      subject: 'account',
      subject_id: accountId,
      revision,
      kind: 'account-status-set',
      before: { accountStatus: 'Active', openedDate: openedOn, closedDate: null },
      after: { accountStatus: status, effectiveDate, ...dates, reason: statusReasons[status] },
      actor_user_id: userIds.super,
      actor_name: demoName('super'),
      actor_side: 'sponsor',
      at: new Date(`${effectiveDate}T15:00:00Z`),
    },
  ])
}

function accountRow(plan: FundPlan) {
  const [donor, joint] = plan.donors
  const givenNames = joint ? `${donor.firstName} and ${joint.firstName}` : donor.firstName
  return {
    account_id: plan.accountId,
    fund_id: BigInt(plan.fundId),
    account_name: plan.accountName,
    account_status: statusAtFirst(plan),
    account_type: plan.accountType,
    organization_legal_name: plan.organizationLegalName,
    donor_name: `${givenNames} ${donor.lastName}`,
    succession_plan_type_code: plan.successor ? ('INDIVIDUALS' as const) : ('NONE' as const),
    entered_on: plan.openedOn,
    opened_on: plan.status === 'Entered' ? null : plan.openedOn,
  }
}

function entryOf(
  { on, by, entry }: Extract<PlannedAction, { type: 'post' }>,
  settings: WriteSettings,
): Entry {
  return {
    ...entry,
    currency: settings.client.book.currency,
    effectiveDate: on,
    actorUserId: settings.userIds[by],
    onBehalfOfUserId: null,
  }
}

async function entryOfGrant(
  action: Exclude<PlannedAction, { type: 'post' }>,
  grants: Map<number, PastGrant>,
  at: Date,
  { client, userIds, charityStatuses, payees }: WriteSettings,
): Promise<Entry | null> {
  const context = { client, book: client.book, on: action.on, at, actor: actorOf(action.by, userIds) }
  if (action.type === 'recommend') {
    const charity = await charityStatuses(action.recommendation.charityId)
    const method = charity.paysByEft || client.payments?.cheques === false ? 'eft' : 'cheque'
    const { grant, entry } = recommendBackdated(action.accountId, action.recommendation, charity, {
      ...context,
      method,
    })
    grants.set(action.grant, grant)
    return entry
  }
  const grant = grants.get(action.grant)
  if (grant === undefined) throw new Error(`grant ${action.grant} changes before it is recommended`)
  const payee = payees.get(grant.charity.charityId)
  return transitionBackdated(grant, action.change, { ...context, payee: payee && payeeEvidence(payee) })
}

/** Users who act for the fund. All others are the sponsor's staff. */
const fundPeople: readonly DemoUser[] = ['donor', 'joint', 'advisor']

const actorOf = (user: DemoUser, userIds: DemoUserIds): StepActor => ({
  userId: userIds[user],
  name: demoName(user),
  side: fundPeople.includes(user) ? 'fund' : 'sponsor',
})

/** Times for the actions of a day: in office hours in the US and the UK, seven minutes apart, never in the future. */
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
