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
  /** What can be done on the screen, at the end of the heading's line. */
  actions?: ReactNode
  /** Above a list the heading and its sentence take one line, so that the rows begin early. */
  isAboveList?: boolean
  /** The first screen after loading leaves the focus to the browser, except with `always`: another page has led here by itself. */
  takesFocus?: boolean | 'always'
}

let screensShown = 0

/**
 * The heading of a screen. On navigation it takes the focus, so that screen readers and Tab continue from here, and sets the
 * document title.
 */
export function PageHeading(props: PageHeadingProps) {
  const { children, title, status, lead, isAboveList = false, takesFocus = true } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    screensShown += 1
    // A loaded page, unlike a navigation, starts at the skip link.
    if (takesFocus === 'always' || (takesFocus && screensShown > 1))
      heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const shownHeading = (
    <h1 key="heading" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
  const actions =
    props.actions === undefined ? null : (
      <div key="actions" className={styles.actions}>
        {props.actions}
      </div>
    )
  return (
    <div
      className={classNames(styles.top, isAboveList && styles.aboveList)}
      data-above-list={isAboveList || undefined}
    >
      <title>{documentTitle(title)}</title>
      {isAboveList ? shownHeading : <div className={styles.line}>{[shownHeading, actions]}</div>}
      {status === undefined ? null : (
        <p className={classNames(styles.lead, styles.withStatus)}>
          {status} <span>{lead}</span>
        </p>
      )}
      {lead === undefined || status !== undefined ? null : <p className={styles.lead}>{lead}</p>}
      {isAboveList ? actions : null}
    </div>
  )
}
