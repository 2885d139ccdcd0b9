import styles from './BalanceChart.module.css'
import type { MarkKind } from './balance-series.ts'

/** The mark of a kind, around the origin. The shapes differ, so that the chart can be read without color. */
export function MarkShape({ kind }: { kind: MarkKind }) {
  if (kind === 'contribution') return <path className={styles.contribution} d="M0-7.5 7 5H-7z" />
  if (kind === 'grant') return <circle className={styles.grant} r={5} />
  return <path className={styles.transfer} d="M0-6.5 6.5 0 0 6.5-6.5 0z" />
}
