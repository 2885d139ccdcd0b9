import * as z from 'zod/mini'
import type { Client } from '../../../clients/client.ts'
import { bankCalendarOf, bankingDayAfter } from '../../../domain/bank-holidays.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { noAccess } from '../../../server/auth/dual-control.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { approverDecision, type FindingStep, findingSteps, ownDecision } from '../domain/finding.ts'
import { type Finding, type FindingDetails, findingEntry, findingWorking } from '../findings.contract.ts'
import {
  type FindingRecord,
  findApplicationOf,
  hasApprovedDependent,
  listAccountsOf,
  listDecisions,
  listDependentGrants,
  listReports,
} from './findings.queries.ts'

export type FindingContext = BaseContext & { actor: Actor }

const shown = 50

const reportWithin = 10

/**
 * The last day for the report of property that was blocked, or of a payment that was rejected: ten business days (31 CFR 501.603, 501.604).
 * The United Kingdom wants it as soon as practicable; this day is the latest there too.
 */
const reportDay = (
  confirmedAt: Date,
  { timeZone, defaultPhoneCountry }: Pick<Client, 'timeZone' | 'defaultPhoneCountry'>,
): IsoDate =>
  bankingDayAfter(dateOf(confirmedAt, timeZone), reportWithin, bankCalendarOf(defaultPhoneCountry))

export const findingResponse = (row: FindingRecord, { client }: Pick<BaseContext, 'client'>): Finding => ({
  findingId: row.finding_id,
  state: row.state,
  subjectKind: row.subject_kind,
  charityId: row.subject_kind === 'charity' ? row.subject_id : null,
  ourName: row.our_name,
  list: row.list,
  listedName: row.listed_name,
  score: Number(row.score),
  foundAt: row.found_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  ...reportOf(row, client),
})

const reportOf = ({ state, confirmed_at, reported_on }: FindingRecord, client: Client) =>
  (state === 'confirmed' || state === 'lifting') && confirmed_at !== null
    ? { reportBy: reportDay(confirmed_at, client), reportedOn: reported_on }
    : { reportBy: null, reportedOn: null }

/** With at most `atMost` grants, and as many accounts. */
export async function findingDetails(
  row: FindingRecord,
  context: FindingContext,
  atMost: number = shown,
): Promise<FindingDetails> {
  const { db, realmDb, actor } = context
  const [decisions, reports, grants, accounts, applicationId, isApprover] = await Promise.all([
    listDecisions(realmDb, row.finding_id),
    listReports(realmDb, row.finding_id),
    listDependentGrants(db, row, atMost),
    row.subject_kind === 'charity' ? [] : listAccountsOf(db, row.subject_id, atMost),
    row.subject_kind === 'person' ? findApplicationOf(db, row.subject_id) : null,
    hasApprovedDependent(db, row, actor.userId),
  ])
  return {
    ...findingResponse(row, context),
    entry: z.parse(findingEntry, row.entry),
    working: z.parse(findingWorking, row.working),
    matcherVersion: row.matcher_version,
    birthYear: row.birth_year,
    applicationId,
    grants: grants.map(each => ({
      grantId: each.grant_id,
      transactionId: String(each.transaction_id),
      accountName: each.account_name,
    })),
    accounts: accounts.map(each => ({ fundId: Number(each.fund_id), accountName: each.account_name })),
    decisions: decisions.map(each => ({
      step: each.step,
      from: each.from_state,
      to: each.to_state,
      byName: each.decided_by_name,
      at: each.decided_at.toISOString(),
      reason: each.reason,
    })),
    reports: reports.map(each => ({
      reportedOn: each.reported_on,
      reference: each.reference,
      byName: each.reported_by_name,
      at: each.recorded_at.toISOString(),
    })),
    steps: keysOf(findingSteps)
      .filter(step => findingSteps[step].from === row.state)
      .map(step => ({ step, refusal: stepRefusal(step, row, { actor, isApprover }) })),
  }
}

/** Why the actor may not take this step, as a sentence; null if they may. Nobody decides where they approved. */
export function stepRefusal(
  step: FindingStep,
  row: Pick<FindingRecord, 'decided_by'>,
  { actor, isApprover }: { actor: Actor; isApprover: boolean },
): string | null {
  if (!actor.actions.has('SANCTIONS_DECIDE')) return noAccess
  if (isApprover) return approverDecision
  return findingSteps[step].byAnother && row.decided_by === actor.userId ? ownDecision : null
}
