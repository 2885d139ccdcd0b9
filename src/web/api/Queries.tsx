import { QueryClientProvider, QueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { PreviewContext } from '../client-context/preview-context.ts'
import { queryClient } from './query.ts'

/** Provides the query cache; in an editor's preview, the one with unpublished content. */
export function Queries({ children }: { children: ReactNode }) {
  const preview = useContext(PreviewContext)
  return (
    <QueryClientProvider client={preview?.queries ?? queryClient}>
      <QueryErrorResetBoundary>{() => children}</QueryErrorResetBoundary>
    </QueryClientProvider>
  )
}
