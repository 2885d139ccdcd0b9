import { useSession } from '../../web/session/session.ts'
import { homeAsks } from './home-asks.ts'
import { MemberHome } from './MemberHome.tsx'
import { VisitorHome } from './visitor-home.ts'

/** The home page: a welcome for visitors, an overview of the fund for members. */
export function HomePage() {
  const session = useSession()
  return session.state === 'signed-in' ? <MemberHome session={session} /> : <VisitorHome session={session} />
}
HomePage.asks = homeAsks
