import { lazy, Suspense } from 'react'
import type { DateRange, IsoDate } from '../../../../domain/dates.ts'
import type { FieldProps } from '../field-props.ts'
import { DatesAwaited } from './DatesAwaited.tsx'

export type DateRangePickerProps = FieldProps<DateRange | null> & { earliest?: IsoDate; latest?: IsoDate }

const DateRangeBox = lazy(() =>
  import('./DateRangeBox.tsx').then(module => ({ default: module.DateRangeBox })),
)

/** Two calendar dates, both of which belong to the range. */
export function DateRangePicker(props: DateRangePickerProps) {
  return (
    <Suspense fallback={<DatesAwaited label={props.label} />}>
      <DateRangeBox {...props} />
    </Suspense>
  )
}
