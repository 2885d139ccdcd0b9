import type { Kysely } from 'kysely'
import { fieldProblem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import {
  type Advice,
  type AdviceChannel,
  adviceViolation,
  emptyAdvice,
  type WithAdvice,
} from '../domain/advice.ts'
import { listDonors } from './advice.queries.ts'
import type { StepActor } from './record-history-entry.ts'

/** The columns of the advice, in a grant and in a schedule. */
export type AdviceColumns = {
  advised_by: string | null
  advised_by_name: string | null
  advice_channel: AdviceChannel | null
  advised_on: IsoDate | null
}

export const adviceColumns = (advice: Advice | null): AdviceColumns => ({
  advised_by: advice?.donorId ?? null,
  advised_by_name: advice?.donorName ?? null,
  advice_channel: advice?.channel ?? null,
  advised_on: advice?.advisedOn ?? null,
})

/** The advice of a stored grant or schedule; null where one of the fund's own people recommended it. */
export function adviceOf(row: AdviceColumns): Advice | null {
  const { advised_by, advised_by_name, advice_channel, advised_on } = row
  if (advised_by === null || advised_by_name === null || advice_channel === null || advised_on === null)
    return null
  return { donorId: advised_by, donorName: advised_by_name, channel: advice_channel, advisedOn: advised_on }
}

/**
 * The person who recommends, with the advice that they follow. The sponsor's staff name a donor of the fund, how the advice came and when;
 * where that donor can log in, the recommendation is on their behalf, so that they neither approve nor pay it. Throws `validation` by field.
 */
export async function advisedActor(
  db: Kysely<DB>,
  accountId: string,
  { advice: sent }: WithAdvice,
  { actor, today }: { actor: StepActor; today: IsoDate },
): Promise<StepActor> {
  const violation = adviceViolation(sent ?? emptyAdvice, { isOfSponsor: actor.side === 'sponsor', today })
  if (violation !== null) throw fieldProblem(violation.field, violation.message)
  if (sent === undefined) return actor
  const { advisedBy, adviceChannel: channel, advisedOn } = sent
  const donor = (await listDonors(db, accountId)).find(({ party_id }) => party_id === advisedBy)
  if (!donor) throw fieldProblem('advisedBy', 'Choose a donor of this fund')
  const advice = { donorId: advisedBy, donorName: donor.name, channel, advisedOn }
  return { ...actor, advice, ...(donor.user_id === null ? {} : { onBehalfOf: donor.user_id }) }
}
