import { lazy, Suspense } from 'react'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import { DatesPlaceholder } from './DatesPlaceholder.tsx'
import type { FieldProps } from './field-props.ts'

export type DateRangePickerProps = FieldProps<DateRange | null> & { earliest?: IsoDate; latest?: IsoDate }

const DateRangeBox = lazy(() =>
  import('./DateRangeBox.tsx').then(module => ({ default: module.DateRangeBox })),
)

/** A range of two calendar dates, both inclusive. */
export function DateRangePicker(props: DateRangePickerProps) {
  return (
    <Suspense fallback={<DatesPlaceholder label={props.label} />}>
      <DateRangeBox {...props} />
    </Suspense>
  )
}
