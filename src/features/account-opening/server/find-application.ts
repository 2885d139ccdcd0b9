import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { actionsOf } from '../../../server/auth/role-permissions.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { StartedAs } from '../domain/application.ts'
import {
  type ApplicationRow,
  accountRolesOf,
  findApplication,
  isApplicationOpenTo,
} from './applications.queries.ts'
import { type SignerRow, signersOf } from './signers.queries.ts'

export type OpeningContext = BaseContext & { actor: Actor }

type SeeingContext = Pick<OpeningContext, 'db' | 'actor' | 'clock'>

/**
 * An application with the caller's relation to it. Only code that has checked access creates one, so holding it means that the caller
 * may see the application.
 */
export type VisibleApplication = {
  row: ApplicationRow
  signers: readonly SignerRow[]
  isStarter: boolean
  /** Reviews applications, or audits those who do. */
  isReviewer: boolean
  /** The caller's place among the signers. */
  own: SignerRow | undefined
}

/**
 * An application that the caller may see: its starter, the signers of its document, and staff who review applications. For everyone
 * else it does not exist (§14). It ends for the starter and the signers (docs/decisions/0060-end-of-access.md).
 *
 * @throws Problem not-found
 */
export async function findVisibleApplication(
  applicationId: string,
  { db, actor, clock }: SeeingContext,
): Promise<VisibleApplication> {
  const row = await findApplication(db, applicationId)
  if (!row || row.erased_at !== null) throw new Problem('not-found')
  const signers = await signersOf(db, row)
  const isOpen = await isApplicationOpenTo(db, applicationId, { userId: actor.userId, now: clock.now() })
  const isStarter = isOpen && row.started_by === actor.userId && (await preparesApplications(db, actor))
  const isReviewer = actor.actions.has('APPLICATION_REVIEW') || actor.actions.has('AUDIT_VIEW')
  // The document of an application that returned to draft is no longer the signers'.
  const own =
    row.state === 'draft' || !isOpen ? undefined : signers.find(({ user_id: id }) => id === actor.userId)
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
  context: SeeingContext,
): Promise<VisibleApplication> {
  const seen = await findVisibleApplication(applicationId, context)
  if (!seen.isStarter) throw new Problem('access-denied')
  return seen
}

/**
 * Whether the person may still prepare applications: an advisor whose last relationship in the book has ended no longer reads the drafts
 * that they started.
 */
export async function preparesApplications(
  db: SeeingContext['db'],
  { userId, realmGrants }: Pick<Actor, 'userId' | 'realmGrants'>,
): Promise<boolean> {
  return actionsOf(realmGrants, await accountRolesOf(db, userId), false).has('ACCOUNT_CREATE')
}

/** The roles in which the caller may start an application: those on their current account, or staff. */
export function startRoles({ actor, client }: Pick<OpeningContext, 'actor' | 'client'>): StartedAs[] {
  const { actions, accountRoles, seesEveryAccount } = actor
  if (!actions.has('ACCOUNT_CREATE')) return []
  if (seesEveryAccount || accountRoles.includes('service_team')) return ['staff']
  // If accounts are opened by PDF, staff enter the document forms (§2.3).
  if (client.kind !== 'bank' && client.opening.kind === 'pdf') return []
  const roles = { donor: 'donor', advisor: 'primary_advisor', banker: 'banker' } as const
  return (['donor', 'advisor', 'banker'] as const).filter(as => accountRoles.includes(roles[as]))
}
