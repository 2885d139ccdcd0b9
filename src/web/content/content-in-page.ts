import { type PublishedContent, publishedContent } from '../../contract/published-content.contract.ts'

/** The managed content that the server wrote into the page; undefined if it is missing or invalid, so that it is fetched. */
export function contentInPage(place: 'shell' | 'home'): PublishedContent | undefined {
  try {
    return publishedContent.parse(JSON.parse(document.getElementById(`${place}-content`)?.textContent ?? ''))
  } catch {
    return undefined
  }
}
