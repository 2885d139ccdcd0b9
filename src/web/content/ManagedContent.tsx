import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ContentPlace } from '../../contract/content-kinds.ts'
import { getContent, type PublishedContent } from '../../contract/published-content.contract.ts'
import { query } from '../api/query.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Alert } from '../ui/notices/Alert.tsx'

type ManagedContentProps = {
  place: ContentPlace
  /** What is shown, to begin a sentence with: 'The deadlines'. */
  what: string
  /** In the shape of what comes. */
  waiting: ReactNode
  children: (content: PublishedContent) => ReactNode
}

/**
 * What editors have published at a place. Whoever opens a screen is shown what was there a moment ago and then what is
 * there now: asking costs the server an answer without a body.
 */
export function ManagedContent({ place, what, waiting, children }: ManagedContentProps) {
  const content = useQuery({ ...query(getContent, { params: { place } }), staleTime: 0 })
  if (content.data) return children(content.data)
  if (!content.isError) return waiting
  return (
    <>
      <Alert kind="danger">{what} could not be loaded. Please try again.</Alert>
      <Button isPending={content.isFetching} pendingText="Trying again..." onPress={() => content.refetch()}>
        Try again
      </Button>
    </>
  )
}
