import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './Progress.module.css'

type SkeletonProps = {
  /** The shape of what comes. */
  shape: 'text' | 'table' | 'chart' | 'amount' | 'statement'
  /** Lines of text or rows of a table. */
  lines?: number
  /** What is being fetched, for those who listen: 'Loading your accounts'. */
  label?: string
}

/** Stands where something is about to come; seen only after 150 ms, so that what is quick does not flicker. */
export function Skeleton({ shape, lines = 4, label = 'Loading' }: SkeletonProps) {
  const count = shape === 'chart' || shape === 'amount' ? 1 : lines
  return (
    <div role="status" className={styles.skeleton}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton are all alike
        <div key={line} className={classNames(styles.bone, styles[shape])} />
      ))}
    </div>
  )
}
