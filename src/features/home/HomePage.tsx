import { useSession } from '../../web/session/session.ts'
import { MemberHome } from './MemberHome.tsx'
import { VisitorHome } from './VisitorHome.tsx'

/** `/`: for visitors the way in, for everybody else what moved and what waits. */
export function HomePage() {
  const session = useSession()
  return session.state === 'signed-in' ? <MemberHome session={session} /> : <VisitorHome session={session} />
}
