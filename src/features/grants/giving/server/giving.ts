import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { dateOf } from '../../../../domain/dates.ts'
import { exportList } from '../../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { causeLabel } from '../../../charities/domain/cause.ts'
import { grantStateLabel } from '../../domain/grant-status.ts'
import { type NextStep, nextStepOf } from '../../domain/next-step.ts'
import { purposeDescription } from '../../domain/purpose.ts'
import { scheduleStateLabels } from '../../schedules/domain/schedule.ts'
import { calendarOf } from '../../schedules/server/run-occurrence.ts'
import { grantStateOf } from '../../server/transition-rule.ts'
import type { exportGiving, GivingRow, getGivingFilters, getInsight, listGiving } from '../giving.contract.ts'
import { givingList } from '../giving.list.ts'
import {
  findGivingFilters,
  type GivingRecord,
  givingKeysets,
  listGivingRows,
  sumPaid,
} from './giving.queries.ts'

type Context = ContextOf<typeof listGiving>

const maxWords = 8

/** Every grant and schedule of a fund that matches (§13). */
export async function givingRows(
  { query }: { query: Omit<HandlerInput<typeof listGiving>['query'], 'columns' | 'cacheStrategy'> },
  { db, client, account }: Pick<Context, 'db' | 'client' | 'account'>,
): Promise<Reply<typeof listGiving>> {
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
    cause: causeLabel(row.ntee),
    purpose: purposeDescription(row.purpose_code, row.purpose_text, client.locale),
    amountMinor: row.amount_minor,
    returnedMinor: row.returned_minor,
    frequency: row.frequency,
    state: stateOf(row, client.locale),
    nextStep: next?.step ?? null,
    nextDate: next?.by ?? null,
    recommendedByName: row.actor_side === 'fund' ? row.actor_name : client.displayName,
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

export async function exportGivingRows(
  { query: { format, ...query } }: HandlerInput<typeof exportGiving>,
  context: ContextOf<typeof exportGiving>,
): Promise<Reply<typeof exportGiving>> {
  return await exportList({
    ...context,
    list: givingList,
    format,
    fileName: 'grants',
    sheet: 'Grants',
    readPage: page => givingRows({ query: { ...query, ...page } }, context),
  })
}

export async function givingFilters(
  _input: unknown,
  { db, account, client }: ContextOf<typeof getGivingFilters>,
): Promise<Reply<typeof getGivingFilters>> {
  const { years, causes, people } = await findGivingFilters(db, account.accountId)
  return {
    years: years ?? [],
    causes: (causes ?? []).flatMap(code => {
      const label = causeLabel(code)
      return label === null ? [] : [{ code, label }]
    }),
    people: (people ?? []).map(({ userId, name, side }) => ({
      userId,
      name: side === 'fund' ? name : client.displayName,
    })),
  }
}

/** The charities that the insight names; the rest is one sum. */
const namedCharities = 12

export async function givingInsight(
  { query: { from, to } }: HandlerInput<typeof getInsight>,
  { db, account }: ContextOf<typeof getInsight>,
): Promise<Reply<typeof getInsight>> {
  const { byYear, byCause, byCharity } = await sumPaid(db, account.accountId, { from, to })
  const sum = (rows: readonly { amount_minor: bigint }[]) =>
    rows.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  const others = byCharity.slice(namedCharities)
  const shareOf = ({ amount_minor: amountMinor, grants }: { amount_minor: bigint; grants: number }) => ({
    amountMinor,
    grants,
  })
  return {
    totalMinor: sum(byYear),
    grants: byYear.reduce((total, { grants }) => total + grants, 0),
    byYear: byYear.map(row => ({ year: row.year, ...shareOf(row) })),
    byCause: mergedCauses(byCause),
    byCharity: byCharity.slice(0, namedCharities).map(row => ({
      charityId: row.charity_id,
      charityName: row.charity_name,
      ...shareOf(row),
    })),
    otherMinor: sum(others),
    otherCharities: others.length,
  }
}

/** Charities without a code, and those of a code that names no cause, are one row. */
function mergedCauses(
  rows: readonly { cause: string | null; amount_minor: bigint; grants: number }[],
): Reply<typeof getInsight>['byCause'] {
  const merged = new Map<string | null, { amountMinor: bigint; grants: number }>()
  for (const { cause, amount_minor: amountMinor, grants } of rows) {
    const label = causeLabel(cause)
    const known = merged.get(label) ?? { amountMinor: 0n, grants: 0 }
    merged.set(label, { amountMinor: known.amountMinor + amountMinor, grants: known.grants + grants })
  }
  return [...merged].map(([cause, sum]) => ({ cause, ...sum }))
}
