import { blockNames, contentKinds } from '../../../../contract/content-kinds.ts'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { nextCursor, offsetOf } from '../../../../server/http/paging.ts'
import type { ContentItemSummary, listContentItems } from '../../editing.contract.ts'
import { commonTexts, keyOf } from '../common-texts.ts'
import { type ItemRow, listCurrentVersions, listItemRows, type VersionRow } from './editing.queries.ts'
import type { EditorSession, ItemKey } from './editor-session.ts'
import { namedBy, summaryOf } from './get-item.ts'
import { type ItemVersions, versionsAt } from './versions.ts'

type ListedItem = { summary: ContentItemSummary; versions: ItemVersions; searchText: string }

/** Filters in memory: a client has a few hundred items at most, and only drafts and live texts are loaded. */
export async function listItems(
  editorSession: EditorSession,
  { query }: HandlerInput<typeof listContentItems>,
): Promise<Reply<typeof listContentItems>> {
  const { first, after, keywords, kind, live, work } = query
  const all = await everyItem(editorSession)
  const keywordList = keywords.trim().toLowerCase().split(/\s+/)
  const found = all
    .filter(({ summary }) => kind === undefined || summary.kind === kind)
    .filter(({ summary }) => live === undefined || summary.live === live)
    .filter(({ summary }) => work === undefined || summary.work.includes(work))
    .filter(({ searchText }) => keywordList.every(word => searchText.includes(word)))
    .toSorted((a, b) => rankOf(a.summary) - rankOf(b.summary) || inOrder(a.summary, b.summary))
  const offset = offsetOf(after)
  const page = found.slice(offset, offset + first)
  const countOf = (state: ContentItemSummary['work'][number]) =>
    all.filter(({ summary }) => summary.work.includes(state)).length
  return {
    data: page.map(({ summary }) => summary),
    meta: {
      total: found.length,
      next: nextCursor(offset, page.length, found.length),
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

async function everyItem(editorSession: EditorSession): Promise<ListedItem[]> {
  const [rows, versionRows] = [await listItemRows(editorSession), await listCurrentVersions(editorSession)]
  const by = await namedBy(editorSession, rows, versionRows)
  const rowsByKey = new Map(rows.map(row => [keyOf(row), row]))
  const versionsByKey = Map.groupBy(versionRows, keyOf)
  const common = commonTexts(editorSession.client.locale, editorSession.today)
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

/** Sorts pending items first. */
function rankOf({ work }: ContentItemSummary): number {
  const rank = ranks.findIndex(state => work.includes(state))
  return rank === -1 ? ranks.length : rank
}

function inOrder(a: ContentItemSummary, b: ContentItemSummary): number {
  return (
    contentKinds.indexOf(a.kind) - contentKinds.indexOf(b.kind) ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  )
}
