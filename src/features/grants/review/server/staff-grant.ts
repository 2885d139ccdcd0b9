import type { Kysely } from 'kysely'
import type { Client } from '../../../../clients/client.ts'
import { Problem } from '../../../../contract/problems.ts'
import { bankingDayAfter } from '../../../../domain/bank-holidays.ts'
import { dateOf, type IsoDate } from '../../../../domain/dates.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { findNamesakes } from '../../../charities/server/charities.queries.ts'
import { briefResponse } from '../../../charities/server/charity-response.ts'
import { type Evidence, findCharityStatus } from '../../../charities/server/charity-status.ts'
import { findOpenRequest } from '../../../posting-requests/server/posting-requests.queries.ts'
import { waitingResponse } from '../../../posting-requests/server/waiting-response.ts'
import { benefitAnswers, benefitQuestion } from '../../domain/benefit-answers.ts'
import { grantStatusViolation, stepStatusViolation } from '../../domain/fund-status.ts'
import { canTransition, holdableStatuses } from '../../domain/grant-status.ts'
import { calendarOf } from '../../schedules/server/run-occurrence.ts'
import { detailsOf, nextOf, type StepRow, stepForDonors, type Viewer } from '../../server/grant-details.ts'
import { listStandingReturns } from '../../server/grant-returns.queries.ts'
import { findGrant, type GrantRecord } from '../../server/grants.queries.ts'
import { listSteps } from '../../server/history.queries.ts'
import { grantStateOf } from '../../server/transition-rule.ts'
import type { StaffGrant } from '../staff-grants.contract.ts'
import { payeesToConfirm } from './payees-to-confirm.ts'
import { type CaseRecord, listCases } from './related-parties.queries.ts'
import { caseRefusal, findHints, latestOf } from './related-parties.ts'
import {
  findLinks,
  findOwner,
  type GrantLinks,
  type HoldRecord,
  listHolds,
  ownerResponse,
  sumGrantsTo,
} from './review.queries.ts'
import { commandsOf } from './staff-commands.ts'

/** Why an approved grant cannot be paid at present, as a sentence; null if nothing of its fund prevents the payment (§13). */
export function paymentViolation(grant: GrantRecord, accountStatus: string): string | null {
  return canTransition('schedule', grantStateOf(grant))
    ? stepStatusViolation('schedule', { accountStatus, isOfCase: grant.case_id !== null })
    : null
}

/** The banking day by which staff have to act on a grant: a hold gets as long as a decision. Null where staff are not awaited. */
export function staffDueOn(
  grant: GrantRecord,
  steps: readonly Pick<StepRow, 'transition' | 'at'>[],
  heldAt: Date | null,
  client: Client,
): IsoDate | null {
  if (heldAt !== null)
    return bankingDayAfter(dateOf(heldAt, client.timeZone), client.grantDays.decision, calendarOf(client))
  const next = nextOf(grant, steps, client)
  return next?.from === 'sponsor' ? next.by : null
}

const holdResponse = (hold: HoldRecord): StaffGrant['holds'][number] => ({
  reason: hold.reason,
  heldByName: hold.held_by_name,
  heldAt: hold.held_at.toISOString(),
  releaseReason: hold.release_reason,
  releasedByName: hold.released_by_name,
  releasedAt: hold.released_at?.toISOString() ?? null,
})

/** When a grant was recommended, and the register's address then; null where the recommendation did not record it. */
const recommendationOf = (first: StepRow | undefined, now: Date) => ({
  recommendedAt: first?.at ?? now,
  // record-history-entry.ts writes objects of this type only.
  registerAddressThen: (first?.evidence as Partial<Evidence> | null | undefined)?.registerAddress ?? null,
})

/** A member of the staff, who sees what the realm knows about payees. */
export type StaffViewer = Viewer & { realmDb: Kysely<DB> }

/** A grant for the sponsor's staff: each step with its actor, reason and evidence, and whether the caller may take the next. */
export async function staffGrant(
  db: Kysely<DB>,
  accountId: string,
  grantId: string,
  viewer: StaffViewer,
  now: Date,
): Promise<StaffGrant> {
  const { client } = viewer
  const [grant, steps] = await Promise.all([findGrant(db, accountId, grantId), listSteps(db, grantId)])
  if (!grant) throw new Problem('not-found')
  const [charity, payees, holds, owner, beside, links, request, returns, cases] = await Promise.all([
    findCharityStatus(db, grant.charity_id, now),
    payeesToConfirm([{ ...grant, ...recommendationOf(steps[0], now) }], { db, ...viewer }),
    listHolds(db, grantId),
    findOwner(db, grantId),
    besideGrant(db, grant, client),
    findLinks(db, grantId),
    findOpenRequest(db, grantId),
    grant.returned_minor === 0n ? [] : listStandingReturns(db, grantId),
    listCases(db, grantId),
  ])
  const open = holds.find(({ released_at }) => released_at === null)
  const isOnHold = open !== undefined && holdableStatuses.includes(grant.transaction_status_code)
  const answer = grant.benefit_answer
  const reversible = returns.filter(({ isOfBank }) => !isOfBank)
  return {
    ...detailsOf(grant, steps, viewer),
    ...beside,
    ...relatedPartiesOf(cases, viewer),
    recommendedByName: steps[0]?.actor_name ?? '',
    steps: steps.map(row => ({
      ...stepForDonors(row, client),
      actorName: row.actor_name,
      reason: row.reason,
    })),
    benefit: answer === null ? null : { question: benefitQuestion, answer: benefitAnswers[answer] },
    held: paymentViolation(grant, grant.account_status),
    donorName: grant.donor_name,
    fundStatus: grant.account_status,
    fundViolation: grantStatusViolation({
      accountStatus: grant.account_status,
      isOfCase: grant.case_id !== null,
    }),
    caseId: grant.case_id,
    eligibility: charity ? { ...charity.eligibility } : null,
    charityNow: charity
      ? {
          refusedByStaff: charity.refusedByStaff,
          paysByEft: charity.paysByEft,
          payee: payees.get(grantId) ?? null,
          evidence: charity.evidence,
        }
      : null,
    evidence: steps.map(step => ({
      step: step.step,
      // record-history-entry.ts writes objects only.
      evidence: step.evidence as Record<string, unknown> | null,
    })),
    ...ownerResponse(owner),
    dueOn: staffDueOn(grant, steps, isOnHold ? open.held_at : null, client),
    holds: holds.map(holdResponse),
    isOnHold,
    ...linksOf(links),
    returns: reversible.map(({ entryId, amountMinor, on, reference }) => ({
      entryId,
      amountMinor,
      on,
      reference,
    })),
    postingRequest: request ? waitingResponse(request) : null,
    commands: commandsOf(
      grant,
      steps,
      {
        charity,
        relatedParties: latestOf(cases),
        hints: beside.hints,
        isOnHold,
        isReissued: links.reissue_id !== null,
        hasReissueThatStands: links.reissue_stands,
        hasReversibleReturn: reversible.length > 0,
      },
      viewer,
    ),
  }
}

function relatedPartiesOf(
  cases: readonly CaseRecord[],
  { actor }: Viewer,
): Pick<StaffGrant, 'relatedParties' | 'relatedPartiesRefusal'> {
  const latest = cases.at(-1)
  return {
    relatedParties: cases.map(row => ({
      ...{ hints: row.hints, note: row.note, notedByName: row.noted_by_name },
      notedAt: row.noted_at.toISOString(),
      outcome: row.outcome,
      ...{ reason: row.reason, decidedByName: row.decided_by_name },
      decidedAt: row.decided_at?.toISOString() ?? null,
    })),
    relatedPartiesRefusal: latest?.decided_at === null ? caseRefusal(latest, actor) : null,
  }
}

const linked = (grantId: string | null, transactionId: bigint | null) =>
  grantId === null || transactionId === null ? null : { grantId, transactionId: String(transactionId) }

/** The run that has a grant, and the grants that it replaces or that replace it. */
const linksOf = (links: GrantLinks): Pick<StaffGrant, 'paymentRun' | 'reissueOf' | 'reissuedAs'> => ({
  paymentRun:
    links.run_id === null || links.run_number === null || links.run_state === null
      ? null
      : { runId: links.run_id, runNumber: links.run_number, state: links.run_state },
  reissueOf: linked(links.first_id, links.first_transaction_id),
  reissuedAs: linked(links.reissue_id, links.reissue_transaction_id),
})

/** The context of a decision: charities with the same name, what the book gave to this one, and hints of a connection. */
async function besideGrant(
  db: Kysely<DB>,
  { account_id: accountId, charity_id: charityId }: GrantRecord,
  client: Client,
): Promise<Pick<StaffGrant, 'sharesNameWith' | 'givenByAll' | 'hints'>> {
  const [namesakes, given, hints] = await Promise.all([
    findNamesakes(db, [charityId], { registers: client.charityRegisters, wordKeys: [], maxEach: 5 }),
    sumGrantsTo(db, charityId),
    findHints(db, accountId, charityId),
  ])
  return {
    sharesNameWith: namesakes.map(briefResponse),
    givenByAll: { grants: given.grants, paidMinor: given.paid_minor },
    hints,
  }
}
