import { type ReactNode, useEffect, useRef } from 'react'
import { documentTitle } from '../client-context/client-context.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './PageHeading.module.css'

type PageHeadingProps = {
  children: ReactNode
  /** The document title, to which the client's name is added. */
  title: string
  /** The status of the one thing that the screen is about, in the line of the lead. */
  status?: ReactNode
  /** One sentence under the heading. */
  lead?: ReactNode
  /** Beside the heading: what can be done on the screen. */
  actions?: ReactNode
  /** The first screen after loading leaves the focus to the browser, except with `always`: another page has led here by itself. */
  takesFocus?: boolean | 'always'
}

let screensShown = 0

/**
 * The heading of a screen. On navigation it takes the focus, so that screen readers and Tab continue from here, and sets the
 * document title.
 */
export function PageHeading(props: PageHeadingProps) {
  const { children, title, status, lead, actions, takesFocus = true } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    screensShown += 1
    // A loaded page, unlike a navigation, starts at the skip link.
    if (takesFocus === 'always' || (takesFocus && screensShown > 1))
      heading.current?.focus({ preventScroll: true })
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
      {status === undefined ? null : (
        <p className={classNames(styles.lead, styles.withStatus)}>
          {status} <span>{lead}</span>
        </p>
      )}
      {lead === undefined || status !== undefined ? null : <p className={styles.lead}>{lead}</p>}
    </div>
  )
}
