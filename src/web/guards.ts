import { redirect } from '@tanstack/react-router'
import { paths } from './paths.ts'
import type { ScreenAccess } from './screens.ts'
import type { Session } from './session/session-store.ts'

/** Whether a person may open a screen; `sign-in` where the answer may change once we know who it is. */
export function verdict(access: ScreenAccess, session: Session): 'open' | 'denied' | 'sign-in' {
  if (access === 'anyone') return 'open'
  if (session.state !== 'signed-in') return 'sign-in'
  const { facts } = session
  if (!facts.hasAccess) return 'denied'
  if (access === 'signed-in') return 'open'
  if ('scope' in access && !facts.scope.includes(access.scope)) return 'denied'
  return facts.actions.includes(access.action) ? 'open' : 'denied'
}

/** Lets a navigation through, sends it to sign in and back, or to /403 (§2.1). */
export function admit(access: ScreenAccess, session: Session, address: string): void {
  switch (verdict(access, session)) {
    case 'open':
      return
    case 'denied':
      throw redirect({ to: paths.denied(), replace: true })
    case 'sign-in':
      // The way to an identity provider leaves the single page; nothing of this screen may be shown meanwhile.
      throw redirect({ href: paths.signIn(address), reloadDocument: true })
  }
}
