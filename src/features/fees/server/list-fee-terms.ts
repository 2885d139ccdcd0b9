import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { addDays, addMonths, type IsoDate, isoDate, monthStart } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { joinTerms, maxMonthsAhead, refusalOfTerms, termsBefore } from '../domain/terms-in-force.ts'
import type * as contract from '../fee-terms.contract.ts'
import type { ScheduleTerms } from '../fee-terms.contract.ts'
import { listTermsChanges, type TermsChangeRow } from './fee-terms.queries.ts'
import { termsOf, termsResponse } from './stored-terms.ts'
import {
  confirmationRefusal,
  endOfProposal,
  findTermsState,
  lapseOf,
  type TermsState,
} from './waiting-terms.ts'

/** Throws `not-found` for a schedule that the book does not have. */
export async function listFeeTerms(
  { params: { schedule } }: Pick<HandlerInput<typeof contract.listFeeTerms>, 'params'>,
  context: BatchContext,
): Promise<Reply<typeof contract.listFeeTerms>> {
  const { db, book, today } = context
  const state = await findTermsState(db, schedule, context)
  const rows = await listTermsChanges(db, schedule)
  const joined = joinTerms(state.file, state.set)
  const responses = rows.map(row => changeResponse(row, { state, joined, context }))
  const waiting = rows.find((row, index) => row.state === 'waiting' && responses[index]?.state === 'waiting')
  const ofWaiting = responses.find(({ changeId }) => changeId === waiting?.change_id)
  return {
    ...{ schedule, title: state.file.title, currency: book.currency },
    versions: versionsOf(joined.schedule.versions, { today, rows, held: joined.held }),
    waiting:
      waiting && ofWaiting
        ? {
            ...ofWaiting,
            endsAt: endOfProposal(waiting, context.client).toISOString(),
            isOwn: waiting.requested_by === context.actor.userId,
            refusal: confirmationRefusal(waiting, context.actor),
          }
        : null,
    firstDays: firstDaysOf(state, today),
    history: responses,
  }
}

type About = { state: TermsState; joined: ReturnType<typeof joinTerms>; context: BatchContext }

function changeResponse(
  row: TermsChangeRow,
  { state, joined, context }: About,
): ScheduleTerms['history'][number] {
  const isLapsed = row.state === 'waiting' && lapseOf(row, state, context) !== null
  const { change_id: changeId } = row
  return {
    changeId,
    state: isLapsed ? 'lapsed' : row.state,
    endedBy:
      row.state !== 'made' || joined.held.has(changeId)
        ? null
        : joined.replaced.has(changeId)
          ? 'later-terms'
          : 'file',
    terms: termsResponse(termsOf(row)),
    before: termsResponse(termsOf({ terms: row.before_terms })),
    reason: row.reason,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
  }
}

type Found = { today: IsoDate; rows: readonly TermsChangeRow[]; held: ReadonlySet<string> }

function versionsOf(versions: readonly FeeTerms[], { today, rows, held }: Found): ScheduleTerms['versions'] {
  const inForce = termsBefore({ versions }, today)
  return versions.map((terms, index) => {
    const next = versions[index + 1]
    const row = rows.find(each => held.has(each.change_id) && each.starts_on === terms.from)
    return {
      terms: termsResponse(terms),
      to: next ? addDays(isoDate(next.from), -1) : null,
      state: terms === inForce ? 'in-force' : terms.from > today ? 'coming' : 'past',
      setBy:
        row?.decided_at && row.decided_by_name !== null
          ? {
              requestedByName: row.requested_by_name,
              decidedByName: row.decided_by_name,
              decidedAt: row.decided_at.toISOString(),
            }
          : null,
    }
  })
}

/** The days within the next two years on which terms may begin, whatever else they say. */
function firstDaysOf(state: TermsState, today: IsoDate): ScheduleTerms['firstDays'] {
  const months = Array.from({ length: maxMonthsAhead }, (_, index) =>
    addMonths(monthStart(today, 0), index + 1),
  )
  const daysFor = (every: FeeTerms['every']): IsoDate[] =>
    months.filter(from => {
      const terms: FeeTerms = {
        ...{ from, every, charged: 'in-arrears', excludedAssets: 'included', minimumPerYearMinor: 0n },
        tiers: [{ upToMinor: null, millionths: 0 }],
      }
      return refusalOfTerms({ ...state, terms, today })?.field !== 'from'
    })
  return { month: daysFor('month'), quarter: daysFor('quarter') }
}
