import { QueryClient } from '@tanstack/react-query'
import type { ContentPlace } from '../../../../contract/content-kinds.ts'
import type { Reply } from '../../../../contract/endpoint.ts'
import { getContent, type PublishedContent } from '../../../../contract/published-content.contract.ts'
import { query, queryClient } from '../../../../web/api/query.ts'
import type { previewContent } from '../../editing.contract.ts'

type Previewed = Reply<typeof previewContent>

export type DraftQueries = {
  client: QueryClient
  /** What the screens find at the draft's place from now on. */
  show: (previewed: Pick<Previewed, 'place' | 'content'>, name: string) => void
}

/**
 * A store of its own for screens that show a draft: whatever they ask for comes from the server, but the content of the draft's
 * place, which is what would be published.
 */
export function createDraftQueries(): DraftQueries {
  const drafts = new Map<string, PublishedContent>()
  const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() })
  const asUsual = client.defaultQueryOptions.bind(client)
  const keyOf = (place: ContentPlace) => query(getContent, { params: { place } }).queryKey
  // The one place through which every query of a client goes, however it is asked.
  client.defaultQueryOptions = ((options: Parameters<typeof asUsual>[0]) => {
    const found = asUsual(options)
    if (found.queryKey?.[0] !== getContent.path) return found
    const draft = drafts.get(JSON.stringify(found.queryKey))
    return draft === undefined ? found : { ...found, queryFn: () => draft }
  }) as typeof client.defaultQueryOptions
  return {
    client,
    show: ({ place, content }, name) => {
      if (place === null) return
      const key = keyOf(place)
      const shown = neverDismissed(content, name)
      drafts.set(JSON.stringify(key), shown)
      // An answer that is under way would take its place.
      void client.cancelQueries({ queryKey: key })
      client.setQueryData(key, shown)
    },
  }
}

/** Whoever dismissed the published banner wants to see the new one all the same. */
function neverDismissed(content: PublishedContent, name: string): PublishedContent {
  return {
    ...content,
    banners: content.banners.map(banner => (banner.name === name ? { ...banner, version: 0 } : banner)),
  }
}
