import type { StatusSign } from '../../../domain/status-sign.ts'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { liveLabels, workLabels } from '../domain/content-labels.ts'
import type { ContentItemSummary } from '../editing.contract.ts'
import styles from './StateBadges.module.css'

/** What visitors see of an item, and its pending work.  */
export function StateBadges({ item }: { item: Pick<ContentItemSummary, 'live' | 'work'> }) {
  const badges: { text: string; style: StatusSign }[] = [
    ...item.work.map(work => workLabels[work]),
    liveLabels[item.live],
  ]
  return (
    <ul className={styles.badges}>
      {badges.map(({ text, style }) => (
        <li key={text}>
          <StatusChip sign={style}>{text}</StatusChip>
        </li>
      ))}
    </ul>
  )
}
