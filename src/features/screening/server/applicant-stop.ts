import type { Kysely } from 'kysely'
import { sanctionsListsOfBook } from '../../../clients/sanctions-lists.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { applicantSentences } from '../domain/finding.ts'
import { screenSubjects } from './screen-subjects.ts'
import { findApplicantStop, listUnscreenedApplicants } from './subjects.queries.ts'

/** Compares the names of an application that were not compared with the current lists. Call it before the transaction that asks `applicantStop`. */
export async function screenApplicants(
  applicationId: string,
  context: BaseContext & { actor: Actor },
): Promise<void> {
  const book = context.book.name
  const subjects = await listUnscreenedApplicants(context.db, applicationId, sanctionsListsOfBook(book))
  const settings = { book, at: context.clock.now(), requester: requesterOf(context) }
  await screenSubjects(context.db, subjects, settings)
}

/** Why this person may not accept the application, as a sentence; null where they may. */
export async function applicantStop(
  db: Kysely<DB>,
  applicationId: string,
  { book, approver }: { book: string; approver: string },
): Promise<string | null> {
  const reason = await findApplicantStop(db, applicationId, { approver, lists: sanctionsListsOfBook(book) })
  return reason === null ? null : applicantSentences[reason]
}
