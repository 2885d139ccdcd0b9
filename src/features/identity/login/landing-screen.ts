import type { ClientContext } from '../../../contract/client-context.contract.ts'
import { mayFollow } from '../../../web/routing/guards.ts'
import { paths } from '../../../web/routing/paths.ts'
import type { Session } from '../../../web/session/session-store.ts'

/**
 * Where a login leads. The sponsor's staff work on the whole book, so without another target they land on their dashboard rather
 * than on the first of its funds.
 */
export function landingScreen(
  returnTo: string,
  session: Session,
  settings: ClientContext['clientSettings'],
): string {
  return returnTo === paths.home() && mayFollow('/super-user-dashboard', session, settings)
    ? paths.superUserDashboard()
    : returnTo
}
