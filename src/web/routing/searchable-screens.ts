import type { ClientContext } from '../../contract/client-context.contract.ts'
import { type ScreenPath, screenRows } from '../../contract/screens.ts'
import type { Session } from '../session/session-store.ts'
import { mayFollow } from './guards.ts'

/** Steps of logging in, and screens that people reach only by being sent there. */
const notSearchable: readonly ScreenPath[] = ['/403', '/sign-in', '/sso', '/my-profile/email']

/** The screens that the command palette searches: those that this person may open and whose address has no parameter. */
export function screensFor(
  session: Session,
  clientSettings: ClientContext['clientSettings'],
): { title: string; path: string }[] {
  return screenRows
    .filter(([path]) => !path.includes('$') && !notSearchable.includes(path))
    .filter(([path]) => mayFollow(path, session, clientSettings))
    .map(([path, { title }]) => ({ title, path }))
}
