import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import styles from './Shell.module.css'
import { SecondaryOutlet } from './secondary-outlet.ts'

type SecondaryProps = {
  /** What the aside is called among the regions of the page. */
  label: string
  children: ReactNode
}

/**
 * What a screen puts in the secondary outlet of the main area (§2.2): beside the content on large screens, below it on others.
 * It goes with the screen.
 */
export function Secondary({ label, children }: SecondaryProps) {
  const outlet = useContext(SecondaryOutlet)
  if (outlet === null) return null
  return createPortal(
    <section aria-label={label} className={styles.secondary}>
      {children}
    </section>,
    outlet,
  )
}
