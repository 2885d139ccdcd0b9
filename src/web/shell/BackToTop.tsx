import styles from './Shell.module.css'
import { useIsScrolled } from './use-is-scrolled.ts'

/** Back to the top, where the header does not stay in sight (§2.2). The focus goes along. */
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
