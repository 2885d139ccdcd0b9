import type { ReactNode } from 'react'
import fieldStyles from './Field.module.css'

/** Reserves the space of a date field while its code loads, so that nothing below it moves under a press. */
export function DatesPlaceholder({ label, hint }: { label: ReactNode; hint?: ReactNode }) {
  return (
    <div className={fieldStyles.field} aria-busy="true">
      <span className={fieldStyles.label}>{label}</span>
      <div className={fieldStyles.box} />
      {hint === undefined ? null : <span className={fieldStyles.hint}>{hint}</span>}
    </div>
  )
}
