import { useQuery } from '@tanstack/react-query'
import {
  getContent,
  type PublishedContent,
  publishedContent,
} from '../../contract/published-content.contract.ts'
import { query } from '../api/query.ts'

/** A banner that is published while somebody reads shows within this time, or when they come back to the tab. */
const askAgainMs = 60_000

/**
 * What the frame shows around every screen: banners, the footer's disclaimer. It comes with the page, so that the first paint
 * has it, and is asked for again in the background; asking is public and does not prolong a session.
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

/** What the server wrote into the page. Where that is missing or cannot be read it is asked for instead: no page fails for a banner. */
function contentInPage(): PublishedContent | undefined {
  try {
    return publishedContent.parse(JSON.parse(document.getElementById('shell-content')?.textContent ?? ''))
  } catch {
    return undefined
  }
}
