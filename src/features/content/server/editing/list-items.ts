import { blockNames, contentKinds } from '../../../../contract/content-kinds.ts'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import { exportList } from '../../../../server/export/export-list.ts'
import { keysetPage, pageInMemory } from '../../../../server/http/keyset-page.ts'
import { contentList } from '../../content.list.ts'
import type { ContentItemSummary, exportContentItems, listContentItems } from '../../editing.contract.ts'
import { commonTexts, keyOf } from '../common-texts.ts'
import { type ItemRow, listCurrentVersions, listItemRows, type VersionRow } from './editing.queries.ts'
import type { EditorSession, ItemKey } from './editor-session.ts'
import { namedBy, summaryOf } from './get-item.ts'
import { type ItemVersions, versionsAt } from './versions.ts'

type ListedItem = { summary: ContentItemSummary; versions: ItemVersions; searchText: string }

/** Filters in memory: a client has a few hundred items at most, and only drafts and live texts are loaded. */
export async function listItems(
  editorSession: EditorSession,
  { query }: { query: Omit<HandlerInput<typeof listContentItems>['query'], 'columns' | 'cacheStrategy'> },
): Promise<Reply<typeof listContentItems>> {
  const { first, after, keywords, kind, live, work } = query
  const all = await everyItem(editorSession)
  const keywordList = keywords.trim().toLowerCase().split(/\s+/)
  const found = all
    .filter(({ summary }) => kind === undefined || summary.kind === kind)
    .filter(({ summary }) => live === undefined || summary.live === live)
    .filter(({ summary }) => work === undefined || summary.work.includes(work))
    .filter(({ searchText }) => keywordList.every(word => searchText.includes(word)))
    .toSorted((a, b) => (placeOf(a.summary) < placeOf(b.summary) ? -1 : 1))
  const page = keysetPage({ query: { first, after }, defaultSort: 'pending', keysetsOf: itemKeysets })
  const { rows, meta } = pageInMemory(page, found, ({ summary }) => placeOf(summary))
  const countOf = (state: ContentItemSummary['work'][number]) =>
    all.filter(({ summary }) => summary.work.includes(state)).length
  return {
    data: rows.map(({ summary }) => summary),
    meta: {
      ...meta,
      counts: {
        work: {
          draft: countOf('draft'),
          declined: countOf('declined'),
          awaiting: countOf('awaiting'),
          scheduled: countOf('scheduled'),
        },
        pendingForYou: all.filter(({ versions }) => mayApprove(editorSession, versions.awaiting)).length,
      },
    },
  }
}

export async function exportItems(
  editorSession: EditorSession,
  actor: Actor,
  { query: { format, ...filter } }: HandlerInput<typeof exportContentItems>,
): Promise<Reply<typeof exportContentItems>> {
  return await exportList({
    ...editorSession,
    actor,
    list: contentList,
    format,
    fileName: 'texts',
    sheet: 'Texts',
    readPage: page => listItems(editorSession, { query: { ...filter, ...page } }),
  })
}

async function everyItem(editorSession: EditorSession): Promise<ListedItem[]> {
  const [rows, versionRows] = [await listItemRows(editorSession), await listCurrentVersions(editorSession)]
  const by = await namedBy(editorSession, rows, versionRows)
  const rowsByKey = new Map(rows.map(row => [keyOf(row), row]))
  const versionsByKey = Map.groupBy(versionRows, keyOf)
  const common = commonTexts(editorSession.client, editorSession.today)
  return [...keysOf(rows, common.values())].map(([key, item]) => {
    const row = rowsByKey.get(key)
    const versions = versionsAt(versionsByKey.get(key) ?? [], editorSession.now)
    const summary = summaryOf(editorSession, item, { row, versions, by })
    const texts = [row?.draft, versions.live?.fields, versions.live ? null : common.get(key)?.fields]
    const searchText =
      `${summary.title} ${summary.name} ${summary.shownAt} ${JSON.stringify(texts)}`.toLowerCase()
    return { summary, versions, searchText }
  })
}

function keysOf(rows: readonly ItemRow[], common: Iterable<ItemKey>): Map<string, ItemKey> {
  const blocks = Object.keys(blockNames).map(name => ({ kind: 'block' as const, name }))
  return new Map(
    [...blocks, ...[...common, ...rows].map(({ kind, name }) => ({ kind, name }))].map(key => [
      keyOf(key),
      key,
    ]),
  )
}

function mayApprove({ mayPublish, userId }: EditorSession, awaiting: VersionRow | undefined): boolean {
  return (
    awaiting !== undefined &&
    mayPublish &&
    !(awaiting.needs_dual_control && awaiting.editors.includes(userId))
  )
}

const ranks = ['awaiting', 'declined', 'draft', 'scheduled'] as const

/** An item's place in the list, as a text that sorts: pending items first, then by kind and name. */
function placeOf({ work, kind, name }: ContentItemSummary): string {
  const rank = ranks.findIndex(state => work.includes(state))
  const kindPlace = String(contentKinds.indexOf(kind)).padStart(2, '0')
  return `${rank === -1 ? ranks.length : rank} ${kindPlace} ${name}`
}

// The database does not know this order.
const itemKeysets = { pending: [{ sql: 'place', type: 'text' }] } as const
