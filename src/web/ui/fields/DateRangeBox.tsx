import { useLocale } from 'react-aria-components/I18nProvider'
import type { DateRange } from '../../../domain/dates.ts'
import { type DateBounds, readRange } from '../../../domain/read-date.ts'
import styles from './Dates.module.css'
import { DayInput } from './DayInput.tsx'
import { leaving, useTypedDay } from './use-typed-day.ts'

export type DateRangePickerProps = DateBounds & {
  /** What the range is of, for screen readers. */
  label: string
  name: string
  value: DateRange | null
  onChange: (range: DateRange | null) => void
  /** Whether a range without days is refused. */
  isRequired?: boolean
}

/** The range picker itself, in the chunk of the calendars. The range changes as a whole, when both fields are left. */
export function DateRangeBox(props: DateRangePickerProps) {
  const { label, name, value, onChange, isRequired = false, earliest, latest, tooLate } = props
  const { locale } = useLocale()
  const bounds = { earliest, latest, tooLate }
  const from = useTypedDay(value?.from ?? null, bounds)
  const to = useTypedDay(value?.to ?? null, bounds)
  const read = (fromText: string, toText: string) =>
    readRange(from.read(fromText), to.read(toText), { isRequired, locale })
  const { problems } = read(from.text, to.text)
  const settle = (fromText: string, toText: string) => {
    from.leave(fromText)
    to.leave(toText)
    const next = read(fromText, toText)
    if (next.problems.from !== null || next.problems.to !== null) return
    if (next.range?.from !== value?.from || next.range?.to !== value?.to) onChange(next.range)
  }
  const leave = () => settle(from.text, to.text)
  const common = { earliest, latest, isRequired, onEnter: leave }
  const fieldOf = (day: typeof from, problem: string | null) => ({
    ...common,
    text: day.text,
    date: day.read(day.text).date,
    problem,
    errors: day.isLeft && problem !== null ? [problem] : [],
    onType: (text: string) => day.type(text),
  })
  return (
    <fieldset aria-label={label} className={styles.range} {...leaving(leave)}>
      <DayInput
        {...fieldOf(from, problems.from)}
        label="First day"
        name={name}
        onPick={text => settle(text, to.text)}
      />
      <DayInput
        {...fieldOf(to, problems.to)}
        label="Last day"
        name={`${name}-to`}
        onPick={text => settle(from.text, text)}
      />
    </fieldset>
  )
}
