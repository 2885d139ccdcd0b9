import { type ReactNode, useEffect, useRef } from 'react'
import { documentTitle } from '../client-context/client-context.ts'
import styles from './PageHeading.module.css'

type PageHeadingProps = {
  children: ReactNode
  /** The document title, to which the client's name is added. */
  title: string
  /** One sentence under the heading. */
  lead?: ReactNode
  /** Beside the heading: what can be done on the screen. */
  actions?: ReactNode
  /** The first screen after loading leaves the focus to the browser. */
  takesFocus?: boolean
}

let screensShown = 0

/**
 * The heading of a screen. On navigation it takes the focus, so that screen readers and Tab continue from here, and sets the
 * document title.
 */
export function PageHeading({ children, title, lead, actions, takesFocus = true }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    screensShown += 1
    // A loaded page, unlike a navigation, starts at the skip link.
    if (takesFocus && screensShown > 1) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className={styles.top}>
      <title>{documentTitle(title)}</title>
      <div className={styles.line}>
        <h1 ref={heading} tabIndex={-1}>
          {children}
        </h1>
        {actions}
      </div>
      {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
    </div>
  )
}
