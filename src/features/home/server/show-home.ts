import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { countWaiting } from '../../account-details/server/contact-sharing.queries.ts'
import { findCharities } from '../../charities/server/charities.queries.ts'
import { rowResponse } from '../../charities/server/charity-response.ts'
import { acceptsSignatures } from '../../contributions/domain/contribution.ts'
import { countToSign } from '../../contributions/server/pending-documents.queries.ts'
import { sectionNumbers, sectionRule } from '../../fund-activity/domain/sections.ts'
import {
  type GrantState,
  grantStateLabel,
  isReserved,
  paidStatuses,
} from '../../grants/domain/grant-status.ts'
import type { Activity, getHome } from '../home.contract.ts'
import {
  type ActivityRow,
  countQueues,
  listActivity,
  listCharityList,
  listWaitingGrants,
  type QueueRow,
} from './home.queries.ts'

const maxGrants = 5
const maxActivityRows = 8
const maxCharities = 6

type Context = ContextOf<typeof getHome>
type Home = Reply<typeof getHome>

/** The home page: at most eight SQL statements, one for each part that the person may see, one for charity names and one for the client's other book. */
export async function showHome(_input: HandlerInput<typeof getHome>, context: Context): Promise<Home> {
  const { actor, account } = context
  const { actions } = actor
  // Only work that the caller may do: answer a question or add funds, approve, pay.
  const mayAct = actions.has('GRANT_RECOMMEND') && account.writeAccess && account.status === 'Active'
  const mayDecide = actions.has('GRANT_APPROVE') || actions.has('GRANT_PAY')
  return {
    waiting: mayAct ? await waitingGrants(context) : null,
    documentsToSign: await documentsToSign(context),
    contactsToDecide: await contactsToDecide(context),
    queues: mayDecide && actions.has('SUPER_DASHBOARD_VIEW') ? await queues(context) : null,
    activity: actions.has('FUND_ACTIVITY_VIEW') ? await latestActivity(context) : null,
    charities: actions.has('GRANT_VIEW') ? await charityList(context) : null,
  }
}

async function waitingGrants({ db, account, client }: Context): Promise<Home['waiting']> {
  const rows = await listWaitingGrants(db, account.accountId, maxGrants)
  return {
    total: Number(rows[0]?.total ?? 0n),
    grants: rows.map(row => ({
      grantId: row.grant_id,
      charityName: row.charity_name,
      amountMinor: row.amount_minor,
      reviewState: row.review_state,
      question: row.review_state === 'information_needed' ? row.message : null,
      since: dateOf(row.at, client.timeZone),
    })),
  }
}

/** Null for people who sign nothing here; an account that is on hold or closed accepts no signatures. */
async function documentsToSign({ db, account, actor }: Context): Promise<Home['documentsToSign']> {
  if (!actor.actions.has('DOCUMENT_SIGN') || !acceptsSignatures(account.status)) return null
  return await countToSign(db, account.accountId, actor.userId)
}

/** In both books of the client, as the page that the line leads to: a person learns of a fund only here. */
async function contactsToDecide({ db, otherBook, actor }: Context): Promise<number> {
  const here = await countWaiting(db, actor.userId)
  return here + (otherBook === null ? 0 : await countWaiting(otherBook.db, actor.userId))
}

async function queues({ db, today, actor }: Context): Promise<Home['queues']> {
  const rows = await countQueues(db)
  const toQueue = (row: QueueRow | undefined) => ({
    total: Number(row?.total ?? 0n),
    // Ages count calendar days of the sponsor from the recommendation, as the queues themselves do.
    oldestAgeDays: row ? Math.max(0, (Date.parse(today) - Date.parse(row.oldest_on)) / dayMs) : 0,
  })
  return {
    toApprove: actor.actions.has('GRANT_APPROVE') ? toQueue(rows.find(row => !row.is_approved)) : null,
    toPay: actor.actions.has('GRANT_PAY') ? toQueue(rows.find(row => row.is_approved)) : null,
  }
}

async function latestActivity({ db, account, actor, client }: Context): Promise<Home['activity']> {
  const sections = sectionNumbers.filter(number => {
    const { role, permission } = sectionRule(number)
    // Section 2 is left out: the grants themselves are listed.
    return role === 'flow' && number !== 2 && actor.actions.has(permission)
  })
  const withGrants = actor.actions.has('GRANT_VIEW') && actor.actions.has('FUND_DISTRIBUTION_VIEW')
  const rows = await listActivity(db, account.accountId, { sections, withGrants, limit: maxActivityRows })
  return rows.map(row => activityResponse(row, client.locale))
}

function activityResponse(row: ActivityRow, locale: string): Activity {
  const common = { date: row.date, section: row.section, title: row.title, grantId: row.grant_id }
  if (row.status_code === null)
    return {
      ...common,
      title: localEnglish(row.title, locale),
      state: null,
      amountMinor: row.amount_minor,
    }
  const grantState: GrantState = {
    status: row.status_code,
    reviewState: row.review_state,
    outcome: row.outcome,
  }
  // A paid grant keeps its full amount: a return has its own line.
  const isDeducted = isReserved(grantState) || paidStatuses.includes(grantState.status)
  return {
    ...common,
    state: grantStateLabel(grantState, locale),
    amountMinor: isDeducted ? -row.amount_minor : null,
  }
}

async function charityList({ db, account, client }: Context): Promise<Home['charities']> {
  const rows = await listCharityList(db, account.accountId, maxCharities)
  const details = await findCharities(
    db,
    rows.map(row => row.charity_id),
  )
  const charities = rows.flatMap(row => {
    const charity = details.find(({ charity_id }) => charity_id === row.charity_id)
    if (!charity) return []
    const { charityId, name, canBeSelected } = rowResponse(charity, client)
    return [{ charityId, name, canBeSelected, grantedMinor: row.granted_minor }]
  })
  return { total: Number(rows[0]?.total ?? 0n), charities }
}
