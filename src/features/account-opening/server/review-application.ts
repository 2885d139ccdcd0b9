import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { staffStateLabels } from '../domain/application.ts'
import type { ApplicationRow } from './applications.queries.ts'
import type { OpeningContext } from './find-application.ts'
import { signersOf } from './signers.queries.ts'

/** Why the caller cannot decide an application; null: they can. Nobody decides an application that they started or signed (§14). */
export async function decisionViolation(
  db: Kysely<DB>,
  row: ApplicationRow,
  { actor }: Pick<OpeningContext, 'actor'>,
): Promise<string | null> {
  if (!actor.actions.has('APPLICATION_REVIEW')) return 'You can read this application, but not decide it.'
  if (row.started_by === actor.userId) return 'You started this application, so a colleague has to decide it.'
  const signers = await signersOf(db, row)
  const isInIt =
    signers.some(({ user_id: id }) => id === actor.userId) ||
    row.draft.advisor.email.trim().toLowerCase() === actor.email.toLowerCase()
  if (isInIt) return 'This application names you, so a colleague has to decide it.'
  if (row.state === 'submitted' || row.state === 'asked') return null
  return `This application cannot be decided: ${staffStateLabels[row.state].toLowerCase()}.`
}

/** @throws Problem access-denied for a person who is in it, conflict where it was decided. */
export async function requireDecidable(
  trx: Kysely<DB>,
  row: ApplicationRow,
  context: Pick<OpeningContext, 'actor'>,
): Promise<void> {
  const violation = await decisionViolation(trx, row, context)
  if (violation === null) return
  const isDecidable = row.state === 'submitted' || row.state === 'asked'
  throw new Problem(isDecidable ? 'access-denied' : 'conflict', { detail: violation })
}
