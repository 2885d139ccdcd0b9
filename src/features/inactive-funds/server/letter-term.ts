import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { AnswerKind, LetterTerm } from '../domain/default-grant-rules.ts'
import type { FundRow } from './funds.queries.ts'
import { findLoginSince, type PersonRow } from './inactive-funds.queries.ts'

export type Answer = { kind: AnswerKind; at: Date }

/** The first thing that somebody of the fund did since its last letter; null: nothing, or there was none. */
export async function answerTo(
  fund: FundRow,
  people: readonly PersonRow[],
  realmDb: Kysely<DB>,
): Promise<Answer | null> {
  if (fund.letter_at === null) return null
  const donors = people
    .filter(({ role }) => role !== 'primary_advisor')
    .flatMap(({ user_id }) => user_id ?? [])
  const acts: readonly (readonly [AnswerKind, Date | null])[] = [
    ['grant', fund.granted_at],
    ['answer', fund.answered_at],
    ['login', await findLoginSince(realmDb, donors, fund.letter_at)],
  ]
  const [first] = acts
    .flatMap(([kind, at]) => (at === null ? [] : [{ kind, at }]))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return first ?? null
}

/** The term of the last letter; null if none was sent. */
export const termOf = (fund: FundRow, answer: Answer | null): LetterTerm | null =>
  fund.letter_id === null
    ? null
    : { endsOn: fund.term_ends_on, answeredBy: answer?.kind ?? null, isSpent: fund.is_spent }
