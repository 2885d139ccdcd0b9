import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clientOfBook } from '../../../clients/clients.ts'
import { sanctionsListsOfBook } from '../../../clients/sanctions-lists.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { portalOf, requesterOf } from '../../../server/heavy-work/requester.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { task } from '../../../server/jobs/task.ts'
import { applicantSentences } from '../domain/finding.ts'
import { type ScreeningSettings, screenSubjects } from './screen-subjects.ts'
import { findApplicantStop, listUnscreenedApplicants } from './subjects.queries.ts'

/** Compares the names of an application that were not compared with the current lists. Call it before the transaction that asks `applicantStop`. */
export async function screenApplicants(
  applicationId: string,
  context: BaseContext & { actor: Actor },
): Promise<void> {
  const settings = { book: context.book.name, at: context.clock.now(), requester: requesterOf(context) }
  await screenPeople(context.db, applicationId, settings)
}

/** The same as soon as an application waits for staff, so that they read of a finding before they decide. */
export const screenApplication = task(
  'screen-application',
  z.object({ applicationId: z.uuid() }),
  async ({ applicationId }, { db, origin, clock }) => {
    if (!('book' in origin)) throw new Error('only a book may screen its applications')
    const { book } = origin
    const requester = portalOf(clientOfBook(book))
    await screenPeople(db, applicationId, { book, at: clock.now(), requester })
  },
)

async function screenPeople(db: Kysely<DB>, applicationId: string, settings: ScreeningSettings) {
  const lists = sanctionsListsOfBook(settings.book)
  await screenSubjects(db, await listUnscreenedApplicants(db, applicationId, lists), settings)
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
