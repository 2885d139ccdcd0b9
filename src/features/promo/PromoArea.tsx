import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { defaultPromoGroup } from '../../contract/content-kinds.ts'
import styles from './PromoArea.module.css'

const PromoStrip = lazy(async () => ({ default: (await import('./PromoStrip.tsx')).PromoStrip }))

/** Fetched a little before it comes into sight. */
const nearPx = 400

/**
 * Where the promo strip of §2.5 stands. Its place is kept from the beginning; its code and its cards are fetched when one
 * comes near it, and after what the screen itself asks for, so that nothing waits for it and nothing moves it.
 */
export function PromoArea({ cardId = defaultPromoGroup }: { cardId?: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const isScreenLoading = useIsFetching() > 0
  const [isNear, setNear] = useState(false)
  const [isDue, setDue] = useState(false)
  if (isNear && !isScreenLoading && !isDue) setDue(true)
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(
      seen => setNear(seen.some(({ isIntersecting }) => isIntersecting)),
      {
        rootMargin: `${nearPx}px`,
      },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  const kept = <div ref={place} className={styles.place} />
  return isDue ? (
    <Suspense fallback={kept}>
      <PromoStrip cardId={cardId} kept={kept} />
    </Suspense>
  ) : (
    kept
  )
}
