import { useQuery } from '@tanstack/react-query'
import {
  getContent,
  type PublishedContent,
  publishedContent,
} from '../../contract/published-content.contract.ts'
import { query } from '../api/query.ts'

/** New banners appear within this time, or when the reader returns to the tab. */
const askAgainMs = 60_000

/**
 * The managed content of the shell: banners and the footer's disclaimer. The page contains it for the first paint, and it is
 * refetched in the background. The request is public and does not extend a session.
 */
export function useShellContent(): PublishedContent | undefined {
  return useQuery({
    ...query(getContent, { params: { place: 'shell' } }),
    initialData: contentInPage,
    staleTime: askAgainMs,
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: 'always',
    throwOnError: false,
  }).data
}

/** The content that the server wrote into the page; fetched if missing or invalid, so that no page fails for a banner. */
function contentInPage(): PublishedContent | undefined {
  try {
    return publishedContent.parse(JSON.parse(document.getElementById('shell-content')?.textContent ?? ''))
  } catch {
    return undefined
  }
}
