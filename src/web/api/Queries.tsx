import { QueryClientProvider, QueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { PreviewContext } from '../client-context/preview-context.ts'
import { queryClient } from './query.ts'

/** Gives the screens what the server said; in a picture of the portal, with the unpublished words in it. */
export function Queries({ children }: { children: ReactNode }) {
  const preview = useContext(PreviewContext)
  return (
    <QueryClientProvider client={preview?.queries ?? queryClient}>
      <QueryErrorResetBoundary>{() => children}</QueryErrorResetBoundary>
    </QueryClientProvider>
  )
}
