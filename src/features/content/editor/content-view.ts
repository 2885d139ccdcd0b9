import * as z from 'zod/mini'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import type { ContentView } from '../../../web/routing/path-views.ts'
import type { ContentItemSummary } from '../editing.contract.ts'

/** The state filters, most urgent first, each with the endpoint's filter that it stands for. */
export const stateFilters = {
  awaiting: { text: 'Awaiting approval', work: 'awaiting' },
  declined: { text: 'Declined', work: 'declined' },
  draft: { text: 'Draft', work: 'draft' },
  scheduled: { text: 'Scheduled', work: 'scheduled' },
  published: { text: 'Published (your own text)', live: 'own' },
  common: { text: 'Default text', live: 'common' },
  hidden: { text: 'Hidden', live: 'hidden' },
  unpublished: { text: 'Not published', live: 'nothing' },
} as const satisfies Record<
  string,
  { text: string; work?: ContentItemSummary['work'][number]; live?: ContentItemSummary['live'] }
>
export type StateFilter = keyof typeof stateFilters

const text = z.catch(z.string().check(z.maxLength(100)), '')
export const contentSearch = z.object({
  keywords: text,
  kind: z.catch(z.nullable(z.enum(contentKinds)), null),
  state: z.catch(z.nullable(z.enum(keysOf(stateFilters))), null),
  view: z.catch(z.enum(['10', '50', 'all']), '50'),
})

/** The list's filters, which are in the address. */
export type ContentFilter = Omit<ContentListView, 'view'>
/** The filters, and how many rows are shown. */
export type ContentListView = z.infer<typeof contentSearch>
export const noFilter: ContentFilter = { keywords: '', kind: null, state: null }

export const isFiltered = ({ keywords, kind, state }: ContentFilter): boolean =>
  keywords.trim() !== '' || kind !== null || state !== null

/** The view as search params for `paths.content`. */
export const toSearch = ({ keywords, kind, state, view }: ContentListView): ContentView => ({
  keywords: keywords.trim(),
  kind: kind ?? undefined,
  state: state ?? undefined,
  view: view === '50' ? undefined : view,
})

/** The filters as the endpoint's query. */
export function toQuery({ keywords, kind, state }: ContentFilter) {
  const selected: { work?: ContentItemSummary['work'][number]; live?: ContentItemSummary['live'] } =
    state === null ? {} : stateFilters[state]
  return {
    keywords: keywords.trim(),
    ...(kind === null ? {} : { kind }),
    ...(selected.work === undefined ? {} : { work: selected.work }),
    ...(selected.live === undefined ? {} : { live: selected.live }),
  }
}
