import { type ReactNode, useEffect, useRef } from 'react'
import styles from './PageHeading.module.css'

type PageHeadingProps = {
  children: ReactNode
  /** What stands in the browser's tab; the heading's own text where it is plain. */
  title: string
  /** One sentence under the heading. */
  lead?: ReactNode
  /** The first screen after loading leaves the focus where the browser puts it. */
  takesFocus?: boolean
}

let screensShown = 0

/**
 * The heading of a screen. On navigation it takes the focus, so that a screen reader begins here and Tab goes on from here,
 * and the title of the tab changes with it.
 */
export function PageHeading({ children, title, lead, takesFocus = true }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    screensShown += 1
    // The page that was loaded, not navigated to, begins with the skip link.
    if (takesFocus && screensShown > 1) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className={styles.top}>
      <title>{title}</title>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
    </div>
  )
}
