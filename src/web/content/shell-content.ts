import { useQuery } from '@tanstack/react-query'
import { getContent, type PublishedContent } from '../../contract/published-content.contract.ts'
import { minuteMs } from '../../domain/durations.ts'
import { query } from '../api/query.ts'
import { contentInPage } from './content-in-page.ts'

/** New banners appear within this time, or when the reader returns to the tab. */
const askAgainMs = minuteMs

/**
 * The managed content of the shell: banners and the footer's disclaimer. The page contains it for the first paint, and it is
 * refetched in the background. The request is public and does not extend a session.
 */
export function useShellContent(): PublishedContent | undefined {
  return useQuery({
    ...query(getContent, { params: { place: 'shell' } }),
    initialData: () => contentInPage('shell'),
    staleTime: askAgainMs,
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: 'always',
    throwOnError: false,
  }).data
}
