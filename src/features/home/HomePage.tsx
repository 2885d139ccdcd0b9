import { lazy, Suspense } from 'react'
import { useSession } from '../../web/session/session.ts'
import styles from './HomePage.module.css'
import { MemberHome } from './MemberHome.tsx'

// Whoever is signed in, most people here most of the time, does not fetch what visitors read.
const VisitorHome = lazy(async () => ({ default: (await import('./VisitorHome.tsx')).VisitorHome }))

/** `/`: for visitors the way in, for everybody else what moved and what waits. */
export function HomePage() {
  const session = useSession()
  if (session.state === 'signed-in') return <MemberHome session={session} />
  return (
    <Suspense fallback={<div className={styles.room} />}>
      <VisitorHome session={session} />
    </Suspense>
  )
}
