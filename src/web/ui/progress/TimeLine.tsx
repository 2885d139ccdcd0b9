import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './TimeLine.module.css'

export type TimeLineEvent = {
  key: string
  title: ReactNode
  /** The formatted time. */
  when?: ReactNode
  /** Who and why. */
  note?: ReactNode
  /** Upcoming is a later step; ended is the last step of a rejected or canceled grant. */
  state: 'done' | 'current' | 'upcoming' | 'ended'
}

const labels = { done: 'done', current: 'now', upcoming: 'still to come', ended: 'ended here' } as const

/** The history of a grant (§13), first step first. Its markers differ in shape, not only in color. */
export function TimeLine({ label, events }: { label: string; events: readonly TimeLineEvent[] }) {
  return (
    <ol aria-label={label} className={styles.line}>
      {events.map(event => (
        <li key={event.key} className={classNames(styles.event, styles[event.state])}>
          <div className={styles.title}>
            {event.title}
            <VisuallyHidden> ({labels[event.state]})</VisuallyHidden>
          </div>
          {event.when === undefined ? null : <div className={styles.when}>{event.when}</div>}
          {event.note === undefined ? null : <div className={styles.note}>{event.note}</div>}
        </li>
      ))}
    </ol>
  )
}
