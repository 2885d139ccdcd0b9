import { redirect } from '@tanstack/react-router'
import type { ClientContext } from '../../contract/client-context.contract.ts'
import { holdsOneOf } from '../../contract/permissions.ts'
import { type Guard, hasScreen, type ScreenAccess, type ScreenPath, screens } from '../../contract/screens.ts'
import { writeReturnTarget } from '../session/return-target.ts'
import type { Session } from '../session/session-store.ts'
import { paths } from './paths.ts'

type ClientSettings = ClientContext['clientSettings']

/**
 * What a guard decides. `sign-in`: the decision may change once the person has logged in. `change-email`: nothing else is
 * allowed until the e-mail is changed (§4). `elsewhere` is returned only to people who may open the screen it replaces.
 */
type GuardResult = 'open' | 'denied' | 'sign-in' | 'change-email' | { elsewhere: string }

/** Whether a person may open a screen of this client. */
export function checkGuard(guard: Guard, session: Session, clientSettings: ClientSettings): GuardResult {
  const access = typeof guard.access === 'function' ? guard.access(clientSettings) : guard.access
  const decision = checkAccess(access, session)
  const elsewhere = decision === 'open' ? guard.elsewhere?.(clientSettings) : null
  return elsewhere ? { elsewhere } : decision
}

function checkAccess(access: ScreenAccess, session: Session): Exclude<GuardResult, object> {
  if (access === 'always') return 'open'
  if (session.state !== 'signed-in')
    return access === 'anyone' || access === 'without-api-access' ? 'open' : 'sign-in'
  const { facts } = session
  if (access === 'session') return 'open'
  if (facts.forceEmailChange) return 'change-email'
  if (access === 'anyone') return 'open'
  if (access === 'without-api-access') return facts.scope.includes('api_access') ? 'denied' : 'open'
  if (!facts.hasAccess) return 'denied'
  if (access === 'signed-in') return 'open'
  if ('scope' in access && !facts.scope.includes(access.scope)) return 'denied'
  const { action } = access
  return action === undefined || holdsOneOf(facts.actions, action) ? 'open' : 'denied'
}

/** Whether a link may lead to the screen: the client has it, and its guard lets the person in (§15). */
export function mayFollow(path: ScreenPath, session: Session, clientSettings: ClientSettings): boolean {
  const screen = screens[path]
  return hasScreen(path, clientSettings) && checkGuard(screen, session, clientSettings) === 'open'
}

/** Lets a navigation through, or redirects it: to log in and back, to /403 (§2.1), or to the client's own document. */
export function enforceGuard(
  guard: Guard,
  session: Session,
  clientSettings: ClientSettings,
  address: string,
): void {
  const decision = checkGuard(guard, session, clientSettings)
  if (typeof decision === 'object') throw redirect({ href: decision.elsewhere, reloadDocument: true })
  switch (decision) {
    case 'open':
      return
    case 'denied':
      throw redirect({ to: paths.denied(), replace: true })
    case 'change-email':
      throw redirect({ to: paths.changeEmail(), replace: true })
    case 'sign-in':
      writeReturnTarget(address)
      // The identity provider is outside the single page; nothing of this screen may show in the meantime.
      throw redirect({ href: paths.signIn(address), reloadDocument: true })
  }
}
