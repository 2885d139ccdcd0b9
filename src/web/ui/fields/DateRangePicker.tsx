import { lazy, Suspense } from 'react'
import type { DateRangePickerProps } from './DateRangeBox.tsx'
import { DatesPlaceholder } from './DatesPlaceholder.tsx'

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
