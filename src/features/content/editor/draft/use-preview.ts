import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../../web/api/call.ts'
import { useDebounced } from '../../../../web/api/use-debounced.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import { previewContent } from '../../editing.contract.ts'

const previewAfterMs = 400

/** What visitors would see of the current fields, saved or not; fetched when typing pauses. */
export function usePreview(name: string, fields: ContentFields) {
  const settled = useDebounced(fields, previewAfterMs)
  return useQuery({
    queryKey: [previewContent.path, name, settled],
    queryFn: ({ signal }) =>
      call(
        previewContent,
        { body: { data: { type: 'command', attributes: { name, fields: settled } } } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // Each text is fetched once and dropped when it is no longer shown.
    gcTime: 60_000,
  })
}
