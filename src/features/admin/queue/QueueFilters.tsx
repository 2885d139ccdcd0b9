import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { hasQueueFilter, type QueueFilterProps } from './queue-view.ts'

/** Loaded when the filters are opened. */
const FilterFields = lazy(async () => ({ default: (await import('./FilterFields.tsx')).FilterFields }))

/** The filters of a queue, collapsed by default. */
export function QueueFilters(props: QueueFilterProps) {
  const [isOpen, setOpen] = useState(hasQueueFilter(props.view))
  return (
    <Disclosure heading="Filters" isOpen={isOpen} onToggle={setOpen}>
      {isOpen ? (
        <Suspense fallback={<Skeleton shape="text" lines={3} label="Loading the filters" />}>
          <FilterFields {...props} />
        </Suspense>
      ) : null}
    </Disclosure>
  )
}
