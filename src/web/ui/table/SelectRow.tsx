import { useEffect, useRef } from 'react'
import styles from './SelectRow.module.css'

type SelectRowProps = {
  /** What the box selects, for screen readers; also shown where rows are blocks, if asked for. */
  label: string
  isLabelShown?: boolean
  isSelected: boolean
  /** Some of the rows are selected. */
  isPart?: boolean
  onChange: (isSelected: boolean) => void
}

/** The box that selects a row of a table, or all rows. */
export function SelectRow({
  label,
  isLabelShown = false,
  isSelected,
  isPart = false,
  onChange,
}: SelectRowProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Only a property, not an attribute, says “some”.
    if (box.current) box.current.indeterminate = isPart
  }, [isPart])
  return (
    <label className={styles.select}>
      <input
        ref={box}
        type="checkbox"
        className={styles.box}
        checked={isSelected}
        onChange={event => onChange(event.target.checked)}
      />
      <span className={isLabelShown ? styles.shownInBlocks : styles.hidden}>{label}</span>
    </label>
  )
}
