import type { ReactNode } from 'react'
import fieldStyles from './Field.module.css'

/** Reserves the space of a date field while its code loads. */
export function DatesPlaceholder({ label }: { label: ReactNode }) {
  return (
    <div className={fieldStyles.field} aria-busy="true">
      <span className={fieldStyles.label}>{label}</span>
      <div className={fieldStyles.box} />
    </div>
  )
}
