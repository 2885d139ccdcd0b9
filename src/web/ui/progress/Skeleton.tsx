import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './Progress.module.css'

type SkeletonProps = {
  /** The shape of the content. */
  shape: 'text' | 'table' | 'chart' | 'amount' | 'statement'
  /** Lines of text or rows of a table. */
  lines?: number
  /** What is loading, for screen readers: 'Loading your accounts'. */
  label?: string
}

/** A loading placeholder; visible only after 150 ms, so that fast responses do not flicker. */
export function Skeleton({ shape, lines = 4, label = 'Loading' }: SkeletonProps) {
  const count = shape === 'chart' || shape === 'amount' ? 1 : lines
  return (
    <div role="status" className={styles.skeleton} data-loading="">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines of a placeholder are alike
        <div key={line} className={classNames(styles.placeholder, styles[shape])} />
      ))}
    </div>
  )
}
