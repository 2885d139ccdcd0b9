import { lazyRouteComponent } from '@tanstack/react-router'
import { useSession } from '../../web/session/session.ts'
import { sessionStore } from '../../web/session/session-store.ts'
import { MemberHome } from './MemberHome.tsx'

// Members load it only after the first screen, for when they log out (src/app/web/main.tsx).
const VisitorHome = lazyRouteComponent(() => import('./VisitorHome.tsx'), 'VisitorHome')

/** The home page: a welcome for visitors, an overview of the fund for members. */
export function HomePage() {
  const session = useSession()
  return session.state === 'signed-in' ? <MemberHome session={session} /> : <VisitorHome session={session} />
}

/** The home page, with what visitors see where it is already certain that nobody is logged in. */
export async function loadHomePage(): Promise<typeof HomePage> {
  if (sessionStore.read().state === 'signed-out') await VisitorHome.preload?.()
  return HomePage
}
