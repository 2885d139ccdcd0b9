import { lazy, Suspense } from 'react'
import type { DateFieldProps } from './DateFieldBox.tsx'
import { DatesPlaceholder } from './DatesPlaceholder.tsx'

const DateFieldBox = lazy(() =>
  import('./DateFieldBox.tsx').then(module => ({ default: module.DateFieldBox })),
)

/** A calendar date: typed or pasted as text, or picked from a calendar. */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense fallback={<DatesPlaceholder label={props.label} hint={props.hint} />}>
      <DateFieldBox {...props} />
    </Suspense>
  )
}
