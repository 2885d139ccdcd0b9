import { liveLabels, type StateStyle, workLabels } from '../domain/content-labels.ts'
import type { ContentItemSummary } from '../editing.contract.ts'
import styles from './StateBadges.module.css'

/** What visitors see of an item, and its pending work. The badges differ in shape as well as color (WCAG 1.4.1). */
export function StateBadges({ item }: { item: Pick<ContentItemSummary, 'live' | 'work'> }) {
  const badges: { text: string; style: StateStyle }[] = [
    ...item.work.map(work => workLabels[work]),
    liveLabels[item.live],
  ]
  return (
    <ul className={styles.badges}>
      {badges.map(({ text, style }) => (
        <li key={text} className={styles[style]}>
          {text}
        </li>
      ))}
    </ul>
  )
}
