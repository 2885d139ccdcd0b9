import { redirect } from '@tanstack/react-router'
import type { ClientContext } from '../../contract/client-context.contract.ts'
import type { Permission, Scope } from '../../contract/permissions.ts'
import type { Session } from '../session/session-store.ts'
import { paths } from './paths.ts'

type ClientSettings = ClientContext['clientSettings']

/**
 * Who may open a screen (§2.1, open-points 3). The server asks again at each call; this only spares people a screen that
 * would show nothing.
 */
export type ScreenAccess =
  /** The door itself: open even to whoever has to change their e-mail first. */
  | 'always'
  | 'anyone'
  /** Anyone with a session, for the way out of a forced change of e-mail. */
  | 'session'
  | 'signed-in'
  /** Visitors, and people who sign in for something else than an account (§6). */
  | 'without-api-access'
  | { scope: Scope; action?: Permission }
  | { action: Permission }

export type Guard = {
  access: ScreenAccess | ((clientSettings: ClientSettings) => ScreenAccess)
  /** Where a client has a document or a site of its own instead of the screen. */
  elsewhere?: (clientSettings: ClientSettings) => string | null
}

/**
 * `sign-in` where the answer may change once we know who it is, `change-email` where nothing else may be done (§4).
 * An address elsewhere is only given to whoever may open the screen that it stands for.
 */
export type Verdict = 'open' | 'denied' | 'sign-in' | 'change-email' | { elsewhere: string }

/** Whether a person may open a screen of this client. */
export function verdict(guard: Guard, session: Session, clientSettings: ClientSettings): Verdict {
  const access = typeof guard.access === 'function' ? guard.access(clientSettings) : guard.access
  const asked = askedOf(access, session)
  const elsewhere = asked === 'open' ? guard.elsewhere?.(clientSettings) : null
  return elsewhere ? { elsewhere } : asked
}

function askedOf(access: ScreenAccess, session: Session): Exclude<Verdict, object> {
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
  return access.action === undefined || facts.actions.includes(access.action) ? 'open' : 'denied'
}

/** Lets a navigation through, sends it to sign in and back, to /403 (§2.1), or to what the client has instead. */
export function admit(guard: Guard, session: Session, clientSettings: ClientSettings, address: string): void {
  const decided = verdict(guard, session, clientSettings)
  if (typeof decided === 'object') throw redirect({ href: decided.elsewhere, reloadDocument: true })
  switch (decided) {
    case 'open':
      return
    case 'denied':
      throw redirect({ to: paths.denied(), replace: true })
    case 'change-email':
      throw redirect({ to: paths.changeEmail(), replace: true })
    case 'sign-in':
      // The way to an identity provider leaves the single page; nothing of this screen may be shown meanwhile.
      throw redirect({ href: paths.signIn(address), reloadDocument: true })
  }
}
