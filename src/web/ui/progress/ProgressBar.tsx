import { useId } from 'react'
import styles from './Progress.module.css'

type ProgressBarProps = {
  label: string
  /** Absent while the end is not known. */
  value?: number
  max?: number
  /** The progress as text, such as '1,200 of 5,000 rows'. */
  text: string
}

/** The progress of an export, import or upload, with its numbers. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  const labelId = useId()
  return (
    <div className={styles.progress}>
      <div className={styles.text}>
        <span id={labelId}>{label}</span>
        <span>{text}</span>
      </div>
      <progress className={styles.bar} aria-labelledby={labelId} value={value} max={max}>
        {text}
      </progress>
    </div>
  )
}
