import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { Currency } from '../../../domain/money.ts'
import { actionsOf } from '../../../server/auth/role-permissions.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { findCharities } from '../../charities/server/charities.queries.ts'
import { rowResponse } from '../../charities/server/charity-response.ts'
import { acceptsSignatures } from '../../contributions/domain/contribution.ts'
import { sectionNumbers, sectionRule } from '../../fund-activity/domain/sections.ts'
import {
  type GrantState,
  grantStateLabel,
  isReserved,
  paidStatuses,
} from '../../grants/domain/grant-status.ts'
import type * as contract from '../home.contract.ts'
import type { Activity, WaitingElsewhere } from '../home.contract.ts'
import {
  type ActivityRow,
  countOpenDrafts,
  countQueues,
  listActivity,
  listCharityList,
  listWaitingGrants,
  type QueueRow,
} from './home.queries.ts'
import { findWaitingByFund, type WaitingByFundRow } from './waiting-by-fund.queries.ts'

const maxGrants = 5
const maxActivityRows = 8
const maxCharities = 6
const maxAccounts = 5

type Context = ContextOf<typeof contract.getHome>
type Home = Reply<typeof contract.getHome>

/** The home page: at most eight SQL statements, one for each part that the person may see, one for charity names and one for the client's other book. */
export async function getHome(
  _input: HandlerInput<typeof contract.getHome>,
  context: Context,
): Promise<Home> {
  const { actor, account } = context
  const { actions } = actor
  // Only work that the caller may do: answer a question or add funds, approve, pay.
  const mayAct = actions.has('GRANT_RECOMMEND') && account.writeAccess && account.status === 'Active'
  const mayDecide = actions.has('GRANT_APPROVE') || actions.has('GRANT_PAY')
  const waitingByFund = await findWaitingInBooks(context)
  const isHere = ({ row, currency }: WaitingInBook) =>
    row.fund_id === BigInt(account.fundId) && currency === context.book.currency
  const elsewhere = waitingByFund
    .filter(each => !isHere(each))
    .flatMap(each => waitingElsewhere(each, context))
  return {
    waiting: mayAct ? await waitingGrants(context) : null,
    documentsToSign:
      // An account that is on hold or closed accepts no signatures.
      actions.has('DOCUMENT_SIGN') && acceptsSignatures(account.status)
        ? Number(waitingByFund.find(isHere)?.row.documents ?? 0n)
        : null,
    elsewhere: { total: elsewhere.length, accounts: elsewhere.slice(0, maxAccounts) },
    drafts: mayAct ? await countOpenDrafts(context.db, account.accountId) : null,
    // In both books of the client, as the page that the line leads to: a person learns of a fund only here.
    contactsToDecide: waitingByFund.reduce((sum, { row }) => sum + Number(row.contacts), 0),
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

type WaitingInBook = { row: WaitingByFundRow; currency: Currency }

/** One statement for each book of the client. */
async function findWaitingInBooks({ db, book, otherBook, actor }: Context): Promise<WaitingInBook[]> {
  const found: WaitingInBook[] = []
  for (const each of [{ db, currency: book.currency }, ...(otherBook === null ? [] : [otherBook])])
    for (const row of await findWaitingByFund(each.db, actor.userId))
      found.push({ row, currency: each.currency })
  return found
}

/** What the person may do in another account by their roles there; nothing where they may do none of it. */
function waitingElsewhere({ row, currency }: WaitingInBook, { client }: Context): WaitingElsewhere[] {
  const actions = actionsOf([], row.account_roles, row.advisor_may_grant)
  const maySign = actions.has('DOCUMENT_SIGN') && acceptsSignatures(row.account_status)
  const mayAnswer = actions.has('GRANT_RECOMMEND') && row.write_access && row.account_status === 'Active'
  const documentsToSign = maySign ? Number(row.documents) : 0
  const questions = mayAnswer ? Number(row.questions) : 0
  if (documentsToSign + questions === 0) return []
  const accountName = displayName(row.account_name, row.account_status, client.showsClosedStatus)
  return [{ fundId: Number(row.fund_id), currency, accountName, documentsToSign, questions }]
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
