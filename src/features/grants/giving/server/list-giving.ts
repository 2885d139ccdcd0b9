import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { dateOf } from '../../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { causeLabel } from '../../../charities/domain/cause.ts'
import { logoAddress } from '../../../charities/server/charity-response.ts'
import { grantStateLabel } from '../../domain/grant-status.ts'
import { type NextStep, nextStepOf } from '../../domain/next-step.ts'
import { purposeDescription } from '../../domain/purpose.ts'
import { scheduleStateLabels } from '../../schedules/domain/schedule.ts'
import { calendarOf } from '../../schedules/server/run-occurrence.ts'
import { grantStateOf } from '../../server/transition-rule.ts'
import type * as contract from '../giving.contract.ts'
import type { GivingRow } from '../giving.contract.ts'
import type { GivingRecord } from './giving.queries.ts'
import { givingKeysets, listGivingRows } from './giving.queries.ts'

type Context = ContextOf<typeof contract.listGiving>

const maxWords = 8

/** Every grant and schedule of a fund that matches (§13). */
export async function listGiving(
  { query }: { query: Omit<HandlerInput<typeof contract.listGiving>['query'], 'columns' | 'cacheStrategy'> },
  { db, client, account }: Pick<Context, 'db' | 'client' | 'account'>,
): Promise<Reply<typeof contract.listGiving>> {
  const page = keysetPage({ query, defaultSort: '-createdDate', keysetsOf: givingKeysets })
  const search = {
    ...query,
    accountId: account.accountId,
    timeZone: client.timeZone,
    words: query.keywords.toUpperCase().split(/\s+/).filter(Boolean).slice(0, maxWords),
    state: query.state,
    year: query.year,
    cause: query.cause,
    recommendedBy: query.recommendedBy,
  }
  const found = await listGivingRows(db, search, page)
  const { rows, meta } = splitPage(page, found, page.countedTotal ?? Number(found[0]?.total ?? 0n))
  return { data: rows.map(row => rowResponse(row, client)), meta }
}

function rowResponse(row: GivingRecord, client: Context['client']): GivingRow {
  const next = row.kind === 'grant' ? nextOfGrant(row, client) : nextOfSchedule(row)
  return {
    kind: row.kind,
    id: row.id,
    transactionId: row.transaction_id?.toString() ?? null,
    createdDate: row.created_on,
    charityId: row.charity_id,
    charityName: row.charity_name,
    logoUrl: logoAddress(row.logo_name),
    cause: causeLabel(row.ntee),
    purpose: purposeDescription(row.purpose_code, row.purpose_text, client.locale),
    namingCode: row.naming_code,
    amountMinor: row.amount_minor,
    returnedMinor: row.returned_minor,
    frequency: row.frequency,
    state: stateOf(row, client.locale),
    nextStep: next?.step ?? null,
    nextDate: next?.by ?? null,
    recommendedByName: row.actor_side === 'fund' ? row.actor_name : null,
  }
}

/** The grant's state in its own words; a schedule has a label of its own. */
function stateOf(row: GivingRecord, locale: string): string {
  const { status_code: status, schedule_state: schedule } = row
  if (status !== null)
    return grantStateLabel(grantStateOf({ ...row, transaction_status_code: status }), locale)
  return schedule === null ? '' : `Schedule, ${scheduleStateLabels[schedule].toLowerCase()}`
}

function nextOfGrant(row: GivingRecord, client: Context['client']): NextStep | null {
  const { status_code: status, approved_at: approvedAt, created_on: recommendedOn } = row
  if (status === null) return null
  const state = grantStateOf({ ...row, transaction_status_code: status })
  const approvedOn = approvedAt === null ? null : dateOf(approvedAt, client.timeZone)
  return nextStepOf(
    state,
    { recommendedOn, approvedOn },
    { days: client.grantDays, calendar: calendarOf(client) },
  )
}

function nextOfSchedule({ waiting, schedule_state: state, next_on: by }: GivingRecord): NextStep | null {
  if (waiting > 0)
    return {
      step: waiting === 1 ? 'One date needs your attention' : `${waiting} dates need your attention`,
      from: 'fund',
      by: null,
    }
  if (by === null) return null
  return state === 'paused'
    ? { step: 'Paused until you resume it', from: 'fund', by: null }
    : { step: 'Next grant', from: 'sponsor', by }
}
