import { type PublishedContent, publishedContent } from '../../contract/published-content.contract.ts'

/**
 * The managed content of the shell or of the page's first screen, which the server wrote into the page; undefined if it is missing
 * or invalid, so that it is fetched.
 */
export function contentInPage(of: 'shell' | 'screen'): PublishedContent | undefined {
  try {
    return publishedContent.parse(JSON.parse(document.getElementById(`${of}-content`)?.textContent ?? ''))
  } catch {
    return undefined
  }
}
