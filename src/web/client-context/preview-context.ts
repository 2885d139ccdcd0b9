import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { Session } from '../session/session-store.ts'

/**
 * Stands around a picture of the portal within the portal: what its editors would publish, as the person that they choose
 * would see it (features/content/editor/preview). Null everywhere else.
 */
export type Preview = {
  /** In it lie the unpublished words. */
  queries: QueryClient
  /** Null: whoever is signed in. */
  session: Session | null
}

export const PreviewContext = createContext<Preview | null>(null)
