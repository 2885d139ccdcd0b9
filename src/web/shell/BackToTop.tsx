import styles from './Shell.module.css'
import { useIsScrolled } from './use-is-scrolled.ts'

/** Back to the top, where the header is not sticky (§2.2). It moves the focus too. */
export function BackToTop({ targetId }: { targetId: string }) {
  const isScrolled = useIsScrolled()
  if (!isScrolled) return null
  return (
    <button
      type="button"
      className={styles.toTop}
      onClick={() => {
        const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
        document.getElementById(targetId)?.focus({ preventScroll: true })
      }}
    >
      Back to top
    </button>
  )
}
