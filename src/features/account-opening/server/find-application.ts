import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { StartedAs } from '../domain/application.ts'
import { type ApplicationRow, findApplication } from './applications.queries.ts'
import { type SignerRow, signersOf } from './signers.queries.ts'

export type OpeningContext = BaseContext & { actor: Actor }

/**
 * An application with the caller's relation to it. Only code that has checked access creates one, so holding it means that the caller
 * may see the application.
 */
export type VisibleApplication = {
  row: ApplicationRow
  signers: readonly SignerRow[]
  isStarter: boolean
  isReviewer: boolean
  /** The caller's place among the signers. */
  own: SignerRow | undefined
}

/**
 * An application that the caller may see: its starter, the signers of its document, and staff who review applications. For everyone
 * else it does not exist (§14).
 *
 * @throws Problem not-found
 */
export async function findVisibleApplication(
  applicationId: string,
  { db, actor }: Pick<OpeningContext, 'db' | 'actor'>,
): Promise<VisibleApplication> {
  const row = await findApplication(db, applicationId)
  if (!row || row.erased_at !== null) throw new Problem('not-found')
  const signers = await signersOf(db, row)
  const isStarter = row.started_by === actor.userId
  const isReviewer = actor.actions.has('APPLICATION_REVIEW')
  // The document of an application that returned to draft is no longer the signers'.
  const own = row.state === 'draft' ? undefined : signers.find(({ user_id: id }) => id === actor.userId)
  if (!isStarter && !isReviewer && !own) throw new Problem('not-found')
  return { row, signers, isStarter, isReviewer, own }
}

/**
 * The same for its starter alone, who changes it.
 *
 * @throws Problem access-denied for the others who see it.
 */
export async function findOwnApplication(
  applicationId: string,
  context: Pick<OpeningContext, 'db' | 'actor'>,
): Promise<VisibleApplication> {
  const seen = await findVisibleApplication(applicationId, context)
  if (!seen.isStarter) throw new Problem('access-denied')
  return seen
}

/** The roles in which the caller may start an application: those on their current account, or staff. */
export function mayStartAs({ actor, client }: Pick<OpeningContext, 'actor' | 'client'>): StartedAs[] {
  const { actions, accountRoles, seesEveryAccount } = actor
  if (!actions.has('ACCOUNT_CREATE')) return []
  if (seesEveryAccount || accountRoles.includes('service_team')) return ['staff']
  // If accounts are opened by PDF, staff enter the paper forms (§2.3).
  if (client.kind !== 'bank' && client.opening.kind === 'pdf') return []
  const roles = { donor: 'donor', advisor: 'primary_advisor', banker: 'banker' } as const
  return (['donor', 'advisor', 'banker'] as const).filter(as => accountRoles.includes(roles[as]))
}
