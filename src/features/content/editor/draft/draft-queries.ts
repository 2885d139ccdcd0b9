import { QueryClient } from '@tanstack/react-query'
import type { ContentPlace } from '../../../../contract/content-kinds.ts'
import type { Reply } from '../../../../contract/endpoint.ts'
import { getContent, type PublishedContent } from '../../../../contract/published-content.contract.ts'
import { query, queryClient } from '../../../../web/api/query.ts'
import type { previewContent } from '../../editing.contract.ts'

type Previewed = Reply<typeof previewContent>

type DraftQueries = {
  client: QueryClient
  /** Replaces the content of the draft's place. */
  show: (previewed: Pick<Previewed, 'place' | 'content'>, name: string) => void
}

/**
 * A query client for screens that show a draft. Queries go to the server, except for the content of the draft's place, which
 * is the preview.
 */
export function createDraftQueries(): DraftQueries {
  const drafts = new Map<string, PublishedContent>()
  const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() })
  const asUsual = client.defaultQueryOptions.bind(client)
  const keyOf = (place: ContentPlace) => query(getContent, { params: { place } }).queryKey
  // Every query of the client passes through this function.
  // The function keeps the options’ types; the method is generic.
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
      // A response in flight would overwrite it.
      void client.cancelQueries({ queryKey: key })
      client.setQueryData(key, shown)
    },
  }
}

/** Raises the version, so that the preview also shows a banner that this editor has dismissed. */
function neverDismissed(content: PublishedContent, name: string): PublishedContent {
  return {
    ...content,
    banners: content.banners.map(banner => (banner.name === name ? { ...banner, version: 0 } : banner)),
  }
}
