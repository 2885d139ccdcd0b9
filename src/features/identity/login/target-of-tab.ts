import { clientContext } from '../../../web/client-context/client-context.ts'
import { returnTargetKey } from '../../../web/session/return-target.ts'
import { sessionStore } from '../../../web/session/session-store.ts'
import { tabStorage } from '../../../web/session/storages.ts'
import { landingScreen } from './landing-screen.ts'

/** Where this tab continues after the login. What the tab asked for comes before what the sign-in request says, which may be another tab's. */
export function targetOfTab(returnTo: string): string {
  const session = sessionStore.read()
  const own = session.state === 'signed-in' ? takeTarget(session.facts.userId) : null
  return landingScreen(own ?? returnTo, session, clientContext().clientSettings)
}

/** Null if there is none, or it is another person's. */
function takeTarget(userId: string): string | null {
  const [owner, address] = (tabStorage.getItem(returnTargetKey) ?? '').split(' ')
  tabStorage.removeItem(returnTargetKey)
  return address && (owner === '' || owner === userId) ? address : null
}
