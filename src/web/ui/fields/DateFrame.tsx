import type { ReactNode } from 'react'
import { DateInput, DateSegment, Group, Label, Popover } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { classNames } from '../class-names.ts'
import { CalendarButton } from './CalendarButton.tsx'
import styles from './Dates.module.css'
import fieldStyles from './Field.module.css'
import { FieldNotes } from './FieldNotes.tsx'

type DateFrameProps = {
  label: ReactNode
  hint?: ReactNode
  errors: readonly string[]
  boxClassName: string | undefined
  /** The date inputs. */
  inputs: ReactNode
  calendar: ReactNode
}

/** The frame of a date picker: label, box with the calendar button, notes, and the calendar popover. */
export function DateFrame({ label, hint, errors, boxClassName, inputs, calendar }: DateFrameProps) {
  return (
    <>
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <Group className={classNames(fieldStyles.box, styles.box, boxClassName)}>
        {inputs}
        <CalendarButton />
      </Group>
      <FieldNotes hint={hint} errors={errors} />
      <Popover className={styles.popover ?? ''}>
        <Dialog className={styles.dialog ?? ''}>{calendar}</Dialog>
      </Popover>
    </>
  )
}

/** One date to type; of a range, its start or end. */
export function TypedDate({ slot }: { slot?: 'start' | 'end' }) {
  return (
    <DateInput {...(slot ? { slot } : {})} className={styles.input ?? ''}>
      {segment => <DateSegment segment={segment} className={styles.segment ?? ''} />}
    </DateInput>
  )
}
