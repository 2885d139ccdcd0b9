import { type ReactNode, useEffect, useId } from 'react'
import type { ContentsEntry } from '../text/plain-text.ts'
import styles from './Reader.module.css'

type ReaderProps = {
  /** The headings that the table of contents leads to; with fewer than two there is none. */
  contents: readonly ContentsEntry[]
  children: ReactNode
}

/** A long text with its table of contents, which stays beside it while one reads, where there is room. */
export function Reader({ contents, children }: ReaderProps) {
  const headingId = useId()
  // The text came after the address was opened, so the browser found nothing to go to.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  if (contents.length < 2) return <div className={styles.text}>{children}</div>
  return (
    <div className={styles.reader}>
      <nav aria-labelledby={headingId} className={styles.contents}>
        <h2 id={headingId} className={styles.heading}>
          Contents
        </h2>
        <ol className={styles.entries}>
          {contents.map(({ id, words, level }) => (
            <li key={id} className={level > 2 ? styles.deeper : undefined}>
              <a href={`#${id}`} className={styles.entry}>
                {words}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>{children}</div>
    </div>
  )
}
