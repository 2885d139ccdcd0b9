import { isCurrencyRestricted } from '../../contract/currency-restricted.ts'
import { type ScreenPath, screenPathOf } from '../../contract/screens.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { mayFollow } from '../../web/routing/guards.ts'
import { paths } from '../../web/routing/paths.ts'
import type { Session } from '../../web/session/session-store.ts'

/**
 * Where a switch of currency leads: the same screen without its search parameters, unless it is about an object of one book,
 * or restricted to its currency (§2.1), or closed to the person in the other book.
 */
export function pathInOtherBook(pathname: string, session: Session): string {
  const { clientSettings } = clientContext()
  const path = screenPathOf(pathname, clientSettings)
  const mayOpen = (each: ScreenPath) => mayFollow(each, session, clientSettings)
  const isRestricted = clientSettings.currencyRestricted && path !== null && isCurrencyRestricted(path)
  if (path !== null && !path.includes('$') && !isRestricted && mayOpen(path)) return path
  return mayOpen('/fund-activity') ? paths.fundActivity() : paths.home()
}
