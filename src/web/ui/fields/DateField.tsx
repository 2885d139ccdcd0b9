import { lazy, Suspense } from 'react'
import type { IsoDate } from '../../../domain/dates.ts'
import { DatesPlaceholder } from './DatesPlaceholder.tsx'
import type { FieldProps } from './field-props.ts'

export type DateFieldProps = FieldProps<IsoDate | null> & {
  earliest?: IsoDate
  latest?: IsoDate
  timeZone?: string
}

const DateFieldBox = lazy(() =>
  import('./DateFieldBox.tsx').then(module => ({ default: module.DateFieldBox })),
)

/** A calendar date: typed part by part in the locale's order, or picked from a calendar that is loaded when first needed. */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense fallback={<DatesPlaceholder label={props.label} />}>
      <DateFieldBox {...props} />
    </Suspense>
  )
}
