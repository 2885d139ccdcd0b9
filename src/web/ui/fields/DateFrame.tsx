import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { DateInput, DateSegment, Group, Label, Popover } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { classNames } from '../class-names.ts'
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

/** Opens the calendar; the picker provides its name. */
function CalendarButton() {
  return (
    <Button className={styles.trigger ?? ''}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 5h14v12H3zM3 9h14M7 2.5V6M13 2.5V6" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </Button>
  )
}
