import { type ReactNode, useEffect, useId } from 'react'
import type { ContentsEntry } from '../text/plain-text.ts'
import styles from './Reader.module.css'

type ReaderProps = {
  /** The headings of the table of contents, which needs at least two. */
  contents: readonly ContentsEntry[]
  children: ReactNode
}

/** A long text with a table of contents, which stays visible beside it if there is room. */
export function Reader({ contents, children }: ReaderProps) {
  const headingId = useId()
  // The text loads after the page, so the browser could not scroll to the hash itself.
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
          {contents.map(({ id, text, level }) => (
            <li key={id} className={level > 2 ? styles.subentry : undefined}>
              <a href={`#${id}`} className={styles.entry}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>{children}</div>
    </div>
  )
}
