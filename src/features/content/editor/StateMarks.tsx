import type { ContentItemSummary } from '../editing.contract.ts'
import { liveText, type StateStyle, workLabels } from './content-labels.ts'
import styles from './StateMarks.module.css'

/** What visitors see of an item, and its pending work. The badges differ in shape as well as color (WCAG 1.4.1). */
export function StateMarks({ item }: { item: Pick<ContentItemSummary, 'live' | 'work'> }) {
  const marks: { text: string; look: StateStyle }[] = [
    ...item.work.map(work => workLabels[work]),
    liveText[item.live],
  ]
  return (
    <ul className={styles.marks}>
      {marks.map(({ text, look }) => (
        <li key={text} className={styles[look]}>
          {text}
        </li>
      ))}
    </ul>
  )
}
