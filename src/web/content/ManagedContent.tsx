import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ContentPlace } from '../../contract/content-kinds.ts'
import { getContent, type PublishedContent } from '../../contract/published-content.contract.ts'
import { LoadFailure } from '../api/LoadFailure.tsx'
import { query } from '../api/query.ts'

type ManagedContentProps = {
  place: ContentPlace
  /** The subject of the error message: 'The deadlines'. */
  what: string
  /** The placeholder while loading. */
  waiting: ReactNode
  children: (content: PublishedContent) => ReactNode
}

/**
 * Shows the published content of a place. Cached content shows first and is revalidated, which usually costs the server a
 * response without a body.
 */
export function ManagedContent({ place, what, waiting, children }: ManagedContentProps) {
  const content = useQuery({ ...query(getContent, { params: { place } }), staleTime: 0 })
  if (content.data) return children(content.data)
  if (!content.isLoadingError) return waiting
  return <LoadFailure what={what} requests={[content]} />
}
