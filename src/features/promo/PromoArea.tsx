import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { defaultPromoGroup } from '../../contract/content-kinds.ts'
import styles from './PromoArea.module.css'

const PromoStrip = lazy(async () => ({ default: (await import('./PromoStrip.tsx')).PromoStrip }))

/** The strip loads this far before it becomes visible. */
const preloadMarginPx = 400

/**
 * The place of the promo strip (§2.5). Its space is reserved from the start, so that nothing moves. Its code and cards load
 * when it is almost visible and the screen's own requests are done, so that the screen does not wait for it.
 */
export function PromoArea({ cardId = defaultPromoGroup }: { cardId?: string | undefined }) {
  const placeholderRef = useRef<HTMLDivElement>(null)
  const isScreenLoading = useIsFetching() > 0
  const [isNear, setNear] = useState(false)
  const [isDue, setDue] = useState(false)
  if (isNear && !isScreenLoading && !isDue) setDue(true)
  useEffect(() => {
    if (!placeholderRef.current) return
    const observer = new IntersectionObserver(
      entries => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      {
        rootMargin: `${preloadMarginPx}px`,
      },
    )
    observer.observe(placeholderRef.current)
    return () => observer.disconnect()
  }, [])
  const placeholder = <div ref={placeholderRef} className={styles.placeholder} />
  return isDue ? (
    <Suspense fallback={placeholder}>
      <PromoStrip cardId={cardId} placeholder={placeholder} />
    </Suspense>
  ) : (
    placeholder
  )
}
