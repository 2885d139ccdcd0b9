import { Fragment } from 'react'
import { highlightedParts } from './find-text.ts'
import styles from './Highlighted.module.css'

/** A text with the search matches highlighted. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return highlightedParts(text, words).map(({ text: part, isFound }, place) =>
    isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
      <mark key={place} className={styles.found}>
        {part}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={place}>{part}</Fragment>
    ),
  )
}
