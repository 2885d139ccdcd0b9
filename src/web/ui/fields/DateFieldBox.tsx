import type { IsoDate } from '../../../domain/dates.ts'
import type { DateBounds } from '../../../domain/read-date.ts'
import { DayInput } from './DayInput.tsx'
import type { FieldProps } from './field-props.ts'
import { leaving, useTypedDay } from './use-typed-day.ts'

export type DateFieldProps = FieldProps<IsoDate | null> & DateBounds

/**
 * The date field itself, in the chunk of the calendars. The value is null while the text is no whole date, or one outside the
 * bounds; the sentence about it appears when the field is left.
 */
export function DateFieldBox(props: DateFieldProps) {
  const { errors = [], value, onChange, onBlur, earliest, latest, tooLate, ...rest } = props
  const day = useTypedDay(value, { earliest, latest, tooLate })
  const { date, problem } = day.read(day.text)
  // At once, so that a form's sentence about the missing date does not leave while someone presses the button below it.
  const type = (text: string) => {
    const next = day.read(text).date
    day.type(text, next)
    if (next !== value) onChange(next)
  }
  const leave = () => {
    day.leave(day.text)
    onBlur?.()
  }
  const pick = (text: string) => {
    const { date: picked } = day.read(text)
    day.leave(text, picked)
    onChange(picked)
    onBlur?.()
  }
  return (
    <div {...leaving(leave)}>
      <DayInput
        {...rest}
        text={day.text}
        date={date}
        problem={problem}
        errors={day.isLeft && problem !== null ? [problem] : errors}
        earliest={earliest}
        latest={latest}
        onType={type}
        onEnter={leave}
        onPick={pick}
      />
    </div>
  )
}
