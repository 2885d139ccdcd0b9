import * as z from 'zod/mini'
import { type ContentKind, contentKinds } from '../../../contract/content-kinds.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import type { ContentView } from '../../../web/routing/paths.ts'
import { optionalParam } from '../../../web/routing/search-params.ts'
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

const contentPageSize = 50

const text = z.catch(z.string().check(z.maxLength(100)), '')
export const contentSearch = z.object({
  keywords: text,
  kind: z.catch(z.nullable(z.enum(contentKinds)), null),
  state: z.catch(z.nullable(z.enum(keysOf(stateFilters))), null),
  after: optionalParam(z.string().check(z.maxLength(200))),
})

/** The list's filters, which are in the address. */
export type ContentFilter = { keywords: string; kind: ContentKind | null; state: StateFilter | null }
export const noFilter: ContentFilter = { keywords: '', kind: null, state: null }

export const isFiltered = ({ keywords, kind, state }: ContentFilter): boolean =>
  keywords.trim() !== '' || kind !== null || state !== null

/** The filters as search params for `paths.content`. */
export const toSearch = ({ keywords, kind, state }: ContentFilter): ContentView => ({
  keywords: keywords.trim(),
  kind: kind ?? undefined,
  state: state ?? undefined,
})

/** The filters as the endpoint's query. */
export function toQuery({ keywords, kind, state }: ContentFilter, after: string | undefined) {
  const selected: { work?: ContentItemSummary['work'][number]; live?: ContentItemSummary['live'] } =
    state === null ? {} : stateFilters[state]
  return {
    first: contentPageSize,
    keywords: keywords.trim(),
    ...(kind === null ? {} : { kind }),
    ...(selected.work === undefined ? {} : { work: selected.work }),
    ...(selected.live === undefined ? {} : { live: selected.live }),
    ...(after === undefined ? {} : { after }),
  }
}
