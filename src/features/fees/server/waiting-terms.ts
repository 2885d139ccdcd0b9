import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { FeeSchedule } from '../../../clients/fee-schedules.ts'
import { feeSchedulesOf } from '../../../clients/fee-schedules-of.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Clock } from '../../../domain/clock.ts'
import { type IsoDate, startOfDay } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { findFirstOpenDay } from '../../ledger/server/closed-months.queries.ts'
import {
  isSameTerms,
  joinTerms,
  proposalDays,
  refusalOfTerms,
  type SetTerms,
  termsBefore,
} from '../domain/terms-in-force.ts'
import {
  findChargedTo,
  listOpenAndMade,
  listSetTerms,
  setTermsOf,
  type TermsChangeRow,
} from './fee-terms.queries.ts'
import { termsOf } from './stored-terms.ts'

type About = Pick<BaseContext, 'client' | 'book' | 'today' | 'clock'>

/** What decides whether terms may be set. */
export type TermsState = {
  file: FeeSchedule
  set: SetTerms[]
  chargedTo: IsoDate | null
  firstOpenDay: IsoDate | null
}

/** Throws `not-found` for a schedule that the client's file does not have. */
export async function findTermsState(
  db: Kysely<DB>,
  name: string,
  about: Pick<About, 'client' | 'book'>,
): Promise<TermsState> {
  const file = feeSchedulesOf(about).find(each => each.name === name)
  if (!file) throw new Problem('not-found')
  return {
    file,
    set: await listSetTerms(db),
    chargedTo: await findChargedTo(db, name),
    firstOpenDay: await findFirstOpenDay(db),
  }
}

const proposalMs = proposalDays * dayMs

const endOfWaiting = ({ requested_at: at }: Pick<TermsChangeRow, 'requested_at'>): Date =>
  new Date(at.getTime() + proposalMs)

/** When proposed terms end without a second person: after seven days, or as their first day begins. */
export function endOfProposal(
  row: Pick<TermsChangeRow, 'requested_at' | 'starts_on'>,
  { timeZone }: Pick<Client, 'timeZone'>,
): Date {
  const [waited, begins] = [endOfWaiting(row), startOfDay(row.starts_on, timeZone)]
  return waited < begins ? waited : begins
}

/** Why proposed terms can no longer be confirmed, as a sentence; null while they can. */
export function lapseOf(row: TermsChangeRow, state: TermsState, { clock, today }: About): string | null {
  if (clock.now() > endOfWaiting(row))
    return `No second person confirmed this within ${proposalDays} days. Propose it again.`
  const terms = termsOf(row)
  const refusal = refusalOfTerms({ ...state, terms, today })
  if (refusal) return `These terms can no longer begin on their first day. ${refusal.advice}.`
  const before = termsOfDayBefore(row, state)
  return before && isSameTerms(before, termsOf({ terms: row.before_terms }))
    ? null
    : 'The terms that these replace were changed since. Look at those in force and propose them again.'
}

/** The terms that hold on the first day of proposed ones without them. */
export const termsOfDayBefore = (
  { starts_on: day }: Pick<TermsChangeRow, 'starts_on'>,
  { file, set }: TermsState,
) => termsBefore(joinTerms(file, set).schedule, day)

/** Why this person may not confirm them, as a sentence; null if they may. */
export const confirmationRefusal = ({ requested_by: by }: TermsChangeRow, actor: Actor): string | null =>
  decisionRefusal(actor, {
    permission: 'SETTINGS_MANAGE',
    by,
    own: 'You proposed this, so someone else has to confirm it.',
  })

/** The schedules of the book with terms that wait for a second person, each with one, with one statement. */
export async function schedulesWithWaitingTerms(
  db: Kysely<DB>,
  about: Omit<About, 'clock'> & { clock: Pick<Clock, 'now'> },
): Promise<string[]> {
  const rows = await listOpenAndMade(db)
  const set = rows.filter(({ state }) => state === 'made').map(setTermsOf)
  const files = feeSchedulesOf(about)
  return rows.flatMap(row => {
    const file = files.find(({ name }) => name === row.schedule)
    if (row.state !== 'waiting' || !file) return []
    // Days to come are neither charged nor in a closed month.
    const state = { file, set, chargedTo: null, firstOpenDay: null }
    return lapseOf(row, state, about) === null ? [row.schedule] : []
  })
}
