import type { ClientContext } from '../../../contract/client-context.contract.ts'
import { mayFollow } from '../../../web/routing/guards.ts'
import { paths } from '../../../web/routing/paths.ts'
import type { Session } from '../../../web/session/session-store.ts'

/**
 * Where a login leads. Staff work on the whole book and professionals on all their accounts, so without another target they land on
 * their dashboard rather than on the first of the accounts.
 */
export function landingScreen(
  returnTo: string,
  session: Session,
  settings: ClientContext['clientSettings'],
): string {
  if (returnTo !== paths.home()) return returnTo
  if (mayFollow('/super-user-dashboard', session, settings)) return paths.superUserDashboard()
  return mayFollow('/financial-advisor-dashboard', session, settings) ? paths.advisorDashboard({}) : returnTo
}
