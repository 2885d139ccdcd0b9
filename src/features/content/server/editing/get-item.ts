import { Problem } from '../../../../contract/problems.ts'
import type { ContentItem, ContentItemSummary, ContentMessage } from '../../editing.contract.ts'
import { showing } from '../published-content.ts'
import { findItemRow, findNames, type ItemRow, listVersionRows, type VersionRow } from './editing.queries.ts'
import { commonOf, type EditorSession, existsWithoutRow, type ItemKey } from './editor-session.ts'
import { emptyFields, placeOf, shownAt, titleOf } from './item-text.ts'
import { type By, fieldsOf, type ItemVersions, isDeclined, versionResponse, versionsAt } from './versions.ts'

/** The item for the editor's screen. @throws `not-found` if neither the client nor the common texts have it. */
export async function getItem(editorSession: EditorSession, key: ItemKey): Promise<ContentItem> {
  const [row, rows] = [await findItemRow(editorSession, key), await listVersionRows(editorSession, key)]
  if (!row && !existsWithoutRow(editorSession, key)) throw new Problem('not-found')
  const by = await namedBy(editorSession, row ? [row] : [], rows)
  const versions = versionsAt(rows, editorSession.now)
  const common = commonOf(editorSession, key)
  const own = fieldsOf(versions.live)
  const toResponse = (version: VersionRow) => versionResponse(version, versions, editorSession.now, by)
  return {
    ...summaryOf(editorSession, key, { row, versions, by }),
    place: placeOf(key),
    revision: Number(row?.revision ?? 0n),
    draft: await draftOf(editorSession, key, row, versions, by),
    start: fieldsOf(versions.awaiting) ?? own ?? common ?? emptyFields(key.kind),
    common,
    own,
    awaiting: versions.awaiting ? toResponse(versions.awaiting) : null,
    scheduled: versions.scheduled.map(toResponse),
    may: permittedActions(editorSession, { row, versions, hasCommon: common !== null }),
    approvalRefusal: approvalRefusal(editorSession, versions),
  }
}

/** Loads the names of all people in these rows. */
export async function namedBy(
  { realmDb, userId: reader }: EditorSession,
  items: readonly ItemRow[],
  rows: readonly VersionRow[],
): Promise<By> {
  const ids = [
    ...items.map(({ draft_by }) => draft_by),
    ...rows.flatMap(row => [row.submitted_by, row.decided_by, row.unscheduled_by]),
  ]
  const names = await findNames(
    realmDb,
    ids.filter(id => id !== null),
  )
  return (userId, at) => ({
    person: { name: names.get(userId) ?? 'Someone', isYou: userId === reader },
    at: at.toISOString(),
  })
}

type ItemNow = { row: ItemRow | undefined; versions: ItemVersions; by: By }

export function summaryOf(
  editorSession: EditorSession,
  key: ItemKey,
  { row, versions, by }: ItemNow,
): ContentItemSummary {
  const common = commonOf(editorSession, key)
  const fields =
    fieldsOf({ fields: row?.draft ?? null }) ?? fieldsOf(versions.live) ?? fieldsOf(versions.newest) ?? common
  const { live, awaiting, scheduled, newest } = versions
  const work: ContentItemSummary['work'] = []
  if (awaiting) work.push('awaiting')
  if (row?.draft) work.push(isDeclined(newest) ? 'declined' : 'draft')
  if (scheduled.length > 0) work.push('scheduled')
  return {
    kind: key.kind,
    name: key.name,
    title: titleOf(key, fields),
    shownAt: shownAt(key, fields),
    live: liveSource(live, common !== null),
    work,
    changed: lastChange(row, newest, by),
    scheduledFor: scheduled[0]?.live_at?.toISOString() ?? null,
  }
}

function liveSource(live: VersionRow | undefined, hasCommon: boolean): ContentItemSummary['live'] {
  if (live?.change === 'text') return 'own'
  if (live?.change === 'hide') return 'hidden'
  return hasCommon ? 'common' : 'nothing'
}

function lastChange(row: ItemRow | undefined, newest: VersionRow | undefined, by: By) {
  const known: [string | null | undefined, Date | null | undefined][] = [
    [row?.draft_by, row?.draft_at],
    [newest?.submitted_by, newest?.submitted_at],
    [newest?.decided_by, newest?.decided_at],
    [newest?.unscheduled_by, newest?.unscheduled_at],
  ]
  const changes = known.flatMap(([who, at]) => (who && at ? [{ who, at }] : []))
  const last = changes.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  return last ? by(last.who, last.at) : null
}

async function draftOf(
  editorSession: EditorSession,
  key: ItemKey,
  row: ItemRow | undefined,
  { newest }: ItemVersions,
  by: By,
): Promise<ContentItem['draft']> {
  const fields = fieldsOf({ fields: row?.draft ?? null })
  if (fields === null || !row?.draft_by || !row.draft_at) return null
  const messages: ContentMessage[] = []
  const item = { name: key.name, version: 0, fields }
  const show = await showing(editorSession, [item])
  show(item, found => messages.push(...found))
  const declined =
    newest && isDeclined(newest) && newest.decided_by && newest.decided_at
      ? {
          ...by(newest.decided_by, newest.decided_at),
          reason: newest.reason ?? '',
          number: newest.number,
        }
      : null
  return { fields, saved: by(row.draft_by, row.draft_at), declined, messages }
}

const ownTextRefusal = 'You wrote or submitted this text. Someone else who can publish must approve it.'
const roleRefusal = 'Your role does not include publishing.'

function permittedActions(
  editorSession: EditorSession,
  about: { row: ItemRow | undefined; versions: ItemVersions; hasCommon: boolean },
): ContentItem['may'] {
  const { client, mayPublish } = editorSession
  const { awaiting, scheduled, live } = about.versions
  const isFree = awaiting === undefined
  const source = liveSource(live, about.hasCommon)
  return {
    edit: isFree,
    submit: isFree && about.row !== undefined && about.row.draft !== null,
    publishAlone: mayPublish && !client.twoPersonPublishing,
    approve: !isFree && approvalRefusal(editorSession, about.versions) === null,
    withdraw: !isFree,
    unschedule: mayPublish && scheduled.length > 0,
    hide: isFree && (source === 'own' || source === 'common'),
    returnToCommon: isFree && about.hasCommon && (source === 'own' || source === 'hidden'),
  }
}

/** Why the editor cannot approve the pending version; null if they can, or if none is pending. */
function approvalRefusal({ mayPublish, userId }: EditorSession, { awaiting }: ItemVersions): string | null {
  if (awaiting === undefined) return null
  if (!mayPublish) return roleRefusal
  return awaiting.needs_dual_control && awaiting.editors.includes(userId) ? ownTextRefusal : null
}
