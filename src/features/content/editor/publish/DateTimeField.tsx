import { useId } from 'react'
import type { IsoDate } from '../../../../domain/dates.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import { DateField } from '../../../../web/ui/fields/DateField.tsx'
import fieldStyles from '../../../../web/ui/fields/Field.module.css'
import { fieldId } from '../../../../web/ui/fields/field-props.ts'
import { zoneLabel } from '../content-times.ts'
import type { DateTimeDraft, DateTimeProblem } from './date-time.ts'
import styles from './Publish.module.css'

type DateTimeFieldProps = {
  dateTime: DateTimeDraft
  timeZone: string
  earliest: IsoDate
  problem: DateTimeProblem | null
  onChange: (dateTime: DateTimeDraft) => void
}

/** A date and time in the client's time zone, which is shown. */
export function DateTimeField({ dateTime, timeZone, earliest, problem, onChange }: DateTimeFieldProps) {
  const notesId = useId()
  const ofTime = problem?.field === 'publishTime' ? problem.sentence : null
  return (
    <div className={styles.dateTime}>
      <DateField
        label="Date"
        name="publishDate"
        value={dateTime.date}
        earliest={earliest}
        errors={problem?.field === 'publishDate' ? [problem.sentence] : []}
        onChange={date => onChange({ ...dateTime, date })}
      />
      <div className={fieldStyles.field}>
        <label htmlFor={fieldId('publishTime')} className={fieldStyles.label}>
          Time
        </label>
        <input
          id={fieldId('publishTime')}
          type="time"
          value={dateTime.time}
          aria-describedby={notesId}
          aria-invalid={ofTime !== null}
          className={classNames(fieldStyles.box, fieldStyles.short)}
          onChange={event => onChange({ ...dateTime, time: event.target.value })}
        />
      </div>
      <div id={notesId} className={styles.notes}>
        <span className={fieldStyles.hint}>
          {zoneLabel(timeZone)} ({timeZone.replaceAll('_', ' ')})
        </span>
        <span className={ofTime === null ? undefined : fieldStyles.error}>{ofTime}</span>
      </div>
    </div>
  )
}
