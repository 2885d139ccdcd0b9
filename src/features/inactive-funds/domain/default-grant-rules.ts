import type { IsoDate } from '../../../domain/dates.ts'
import { formatDate } from '../../../domain/dates.ts'

/** What ended the term of a letter: a grant, what staff recorded as an answer, or a login of a donor. */
export const answerKinds = {
  grant: 'A grant was recommended',
  answer: 'Someone answered',
  login: 'A donor logged in',
} as const
export type AnswerKind = keyof typeof answerKinds
export const answerKindNames = ['grant', 'answer', 'login'] as const satisfies readonly AnswerKind[]

/** The last letter to a fund, and what became of it. */
export type LetterTerm = {
  /** The last day on which the sponsor waits; null where the client makes no default grants. */
  endsOn: IsoDate | null
  /** The first thing that somebody of the fund did since; null: nothing. */
  answeredBy: AnswerKind | null
  /** Whether a default grant was made because of this letter. */
  isSpent: boolean
}

export const noDefaultGrants = 'This book makes no default grants.'
export const ownProposal = 'You proposed this grant, so someone else has to confirm it.'

/** Why a default grant cannot be made from a fund today, as a sentence; null if it can. */
export function termViolation(
  letter: LetterTerm | null,
  { today, locale }: { today: IsoDate; locale: string },
): string | null {
  if (letter === null) return 'No letter has been sent to this fund yet.'
  const { endsOn, answeredBy, isSpent } = letter
  if (endsOn === null) return noDefaultGrants
  if (isSpent) return 'A default grant was made after the last letter. Another one needs another letter.'
  if (answeredBy !== null)
    return `${answerKinds[answeredBy]} after the last letter, so its term has ended without a default grant.`
  return endsOn < today
    ? null
    : `The people of this fund have until ${formatDate(endsOn, locale)} to answer the last letter.`
}
