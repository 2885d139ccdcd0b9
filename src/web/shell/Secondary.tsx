import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import styles from './Shell.module.css'
import { SecondaryOutlet } from './secondary-outlet.ts'

type SecondaryProps = {
  /** The accessible name of the region. */
  label: string
  children: ReactNode
}

/**
 * Renders a screen's content in the secondary outlet of the main area (§2.2): beside the content on large screens, below it on
 * others. It unmounts with the screen.
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
