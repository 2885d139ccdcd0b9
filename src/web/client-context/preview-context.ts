import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { Session } from '../session/session-store.ts'

/**
 * Set inside an editor's preview of the portal, which shows unpublished content as a chosen visitor would see it
 * (features/content/editor/draft). Null everywhere else.
 */
export type Preview = {
  /** The cache that holds the unpublished content. */
  queries: QueryClient
  /** Null: the person who is logged in. */
  session: Session | null
}

export const PreviewContext = createContext<Preview | null>(null)
