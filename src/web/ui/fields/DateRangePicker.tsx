import { lazy, Suspense } from 'react'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import { DatesPlaceholder } from './DatesPlaceholder.tsx'
import type { FieldProps } from './field-props.ts'

export type DateRangePickerProps = FieldProps<DateRange | null> & { earliest?: IsoDate; latest?: IsoDate }

const DateRangeBox = lazy(() =>
  import('./DateRangeBox.tsx').then(module => ({ default: module.DateRangeBox })),
)

/** Two calendar dates, both of which belong to the range. */
export function DateRangePicker(props: DateRangePickerProps) {
  return (
    <Suspense fallback={<DatesPlaceholder label={props.label} />}>
      <DateRangeBox {...props} />
    </Suspense>
  )
}
