import { asIsoDate, type DateRange, formatDate, type IsoDate } from '../../../domain/dates.ts'
import type { RefusedDates } from '../../../domain/range-view.ts'
import { boundsProblem, type DateReading, readDate, readRange } from '../../../domain/read-date.ts'
import { Alert } from '../notices/Alert.tsx'

type RefusedRangeProps = {
  refused: RefusedDates
  /** The range that the page shows instead. */
  range: DateRange
  latest: IsoDate
  locale: string
}

const maxShownLength = 40

/** Says why a page does not show the dates of its address, in the sentences of the date fields. */
export function RefusedRange({ refused, range, latest, locale }: RefusedRangeProps) {
  const read = (text: string): DateReading => {
    const reading = readDate(text, locale)
    if (reading.date === null) return reading
    const problem =
      asIsoDate(text) === null
        ? 'Enter the date as YYYY-MM-DD'
        : boundsProblem(reading.date, { latest }, locale)
    return problem === null ? reading : { date: null, problem }
  }
  const { problems } = readRange(read(refused.from), read(refused.to), { isRequired: true, locale })
  const days = [
    { name: 'First day', text: refused.from, problem: problems.from },
    { name: 'Last day', text: refused.to, problem: problems.to },
  ]
  return (
    <Alert kind="caution" heading="The dates in the address can’t be shown">
      {days.map(({ name, text, problem }) =>
        problem === null ? null : (
          <p key={name}>
            {text === '' ? name : `${name} “${text.slice(0, maxShownLength)}”`}. {problem}.
          </p>
        ),
      )}
      <p>
        You see {formatDate(range.from, locale)} to {formatDate(range.to, locale)} instead.
      </p>
    </Alert>
  )
}
