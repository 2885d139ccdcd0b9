import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../api/LoadFailure.tsx'
import { Breadcrumb } from '../ui/navigation/Breadcrumb.tsx'
import { Skeleton } from '../ui/progress/Skeleton.tsx'
import { PageHeading } from './PageHeading.tsx'
import { paths } from './paths.ts'

type StaffRecordPageProps<Details> = {
  found: UseQueryResult<Details>
  /** What the record is, as the title of the window and until it is loaded: “Finding”. */
  title: string
  /** The same within a sentence: “finding”. */
  what: string
  /** The list that it is in. */
  list: { title: string; to: string }
  /** Its own name, and its status. */
  heading: (details: Details) => ReactNode
  status?: (details: Details) => ReactNode
  children: (details: Details) => ReactNode
}

/** A page about one record of a list of the staff: the way back, its name with its status, and what is known of it. */
export function StaffRecordPage<Details>(props: StaffRecordPageProps<Details>) {
  const { found, title, what, list, heading, status, children } = props
  if (found.isLoadingError)
    return (
      <>
        <PageHeading title={title}>{title}</PageHeading>
        <LoadFailure what={`The ${what}`} requests={[found]} />
      </>
    )
  if (found.data === undefined) return <Skeleton shape="text" lines={8} label={`Loading the ${what}`} />
  return (
    <>
      <Breadcrumb pages={[{ title: 'Super User Dashboard', to: paths.superUserDashboard() }, list]} />
      <PageHeading title={title} status={status?.(found.data)}>
        {heading(found.data)}
      </PageHeading>
      {children(found.data)}
    </>
  )
}
