import { parseDate } from '@internationalized/date'
import { type ReactNode, useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Calendar } from 'react-aria-components/Calendar'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { useLocale } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import { Input, Label, TextField } from 'react-aria-components/TextField'
import type { IsoDate } from '../../../domain/dates.ts'
import { datePattern } from '../../../domain/read-date.ts'
import { classNames } from '../class-names.ts'
import { RareIcon } from '../RareIcon.tsx'
import styles from './Dates.module.css'
import fieldStyles from './Field.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { fieldId } from './field-props.ts'
import { Month } from './Month.tsx'

type DayInputProps = {
  label: ReactNode
  hint?: ReactNode
  name: string
  text: string
  /** The date that the text says, which the calendar shows. */
  date: IsoDate | null
  /** Why the text does not count: a form that contains it is not submitted. */
  problem: string | null
  /** What is shown. */
  errors: readonly string[]
  earliest?: IsoDate | undefined
  latest?: IsoDate | undefined
  isRequired?: boolean
  isDisabled?: boolean
  isReadOnly?: boolean
  onType: (text: string) => void
  onEnter: () => void
  /** A day of the calendar, as text. */
  onPick: (text: string) => void
}

/** One date as a line of text, with a calendar to pick it from. */
export function DayInput(props: DayInputProps) {
  const { label, hint, name, text, problem, errors, onType, onEnter, ...rest } = props
  const { date, earliest, latest, onPick, ...flags } = rest
  const { locale } = useLocale()
  const labelId = useId()
  return (
    <TextField
      {...flags}
      id={fieldId(name)}
      name={name}
      value={text}
      onChange={onType}
      isInvalid={errors.length > 0}
      validationBehavior="aria"
      autoComplete="off"
      className={fieldStyles.field ?? ''}
    >
      <Label id={labelId} className={fieldStyles.label ?? ''}>
        {label}
      </Label>
      <div className={classNames(fieldStyles.box, fieldStyles.group, fieldStyles.short, styles.box)}>
        <Input
          id={fieldId(name)}
          placeholder={datePattern(locale)}
          maxLength={maxTextLength}
          // Tells `useForm` that the field has a problem of its own.
          ref={input => input?.setCustomValidity(problem ?? '')}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onEnter()
          }}
        />
        {flags.isDisabled || flags.isReadOnly ? null : (
          <CalendarButton {...{ labelId, date, earliest, latest, onPick }} />
        )}
      </div>
      <FieldNotes hint={hint} errors={errors} />
    </TextField>
  )
}

/** Longer than every way to write a date, with blanks. */
const maxTextLength = 40

type CalendarButtonProps = Pick<DayInputProps, 'earliest' | 'latest' | 'onPick'> & {
  labelId: string
  date: IsoDate | null
}

function CalendarButton({ labelId, date, earliest, latest, onPick }: CalendarButtonProps) {
  const buttonId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        id={buttonId}
        aria-label="Calendar"
        aria-labelledby={`${buttonId} ${labelId}`}
        className={styles.trigger ?? ''}
      >
        <RareIcon name="calendar" />
      </Button>
      <Popover className={styles.popover ?? ''}>
        <Dialog aria-labelledby={labelId} className={styles.dialog ?? ''}>
          <Calendar
            autoFocus
            value={date === null ? null : parseDate(date)}
            minValue={earliest === undefined ? null : parseDate(earliest)}
            maxValue={latest === undefined ? null : parseDate(latest)}
            onChange={picked => {
              onPick(picked.toString())
              setOpen(false)
            }}
          >
            <Month />
          </Calendar>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
