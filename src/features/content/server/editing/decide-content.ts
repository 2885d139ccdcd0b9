import { Problem } from '../../../../contract/problems.ts'
import { violates } from '../../../ledger/server/post-entry.ts'
import type { ContentItem } from '../../editing.contract.ts'
import { decidedMeanwhile } from './conflicts.ts'
import { addDecision, type NewDecision, saveDraftRow, type VersionRow } from './editing.queries.ts'
import type { EditorSession, ItemKey } from './editor-session.ts'
import { getItem } from './get-item.ts'
import { asEditor, type LockedItem, lockItem } from './lock-item.ts'
import { recordContent } from './record-content.ts'
import { fieldsOf } from './versions.ts'

export type VersionKey = ItemKey & { number: number }

/** Approves the pending version. @throws `access-denied` under dual control for one of its authors. */
export async function approveVersion(editorSession: EditorSession, key: VersionKey): Promise<ContentItem> {
  return await decide(editorSession, key, async (at, version) => {
    const requestedAt = version.publish_at
    const liveAt = requestedAt !== null && requestedAt > at.now ? requestedAt : at.now
    await add(at, key, { decision: 'approved', liveAt })
    await recordContent(at, 'content-approved', { ...key, change: version.change, liveAt })
  })
}

/** Declines the pending version. Its text becomes the draft again and keeps its authors. */
export async function declineVersion(
  editorSession: EditorSession,
  key: VersionKey,
  { reason }: { reason: string },
): Promise<ContentItem> {
  return await decide(editorSession, key, async (at, version) => {
    await add(at, key, { decision: 'declined', reason })
    await becomeDraft(at, key, version)
    await recordContent(at, 'content-declined', key)
  })
}

export async function withdrawVersion(editorSession: EditorSession, key: VersionKey): Promise<ContentItem> {
  return await decide(editorSession, key, async (at, version) => {
    await add(at, key, { decision: 'withdrawn' })
    await becomeDraft(at, key, version)
    await recordContent(at, 'content-withdrawn', key)
  })
}

/** Unschedules a version. Its text becomes the draft unless there is another one. */
export async function unscheduleVersion(editorSession: EditorSession, key: VersionKey): Promise<ContentItem> {
  await asEditor(editorSession, async at => {
    const locked = await lockItem(at, key)
    const version = versionOf(locked, key.number)
    if (!locked.versions.scheduled.includes(version)) throw await decidedMeanwhile(at, version)
    await add(at, key, { decision: 'unscheduled' })
    if (locked.row.draft === null && locked.versions.awaiting === undefined)
      await becomeDraft(at, key, version)
    await recordContent(at, 'content-unscheduled', key)
  })
  return await getItem(editorSession, key)
}

type Deciding = (at: EditorSession, version: VersionRow) => Promise<void>

async function decide(
  editorSession: EditorSession,
  key: VersionKey,
  deciding: Deciding,
): Promise<ContentItem> {
  await asEditor(editorSession, async at => {
    const version = versionOf(await lockItem(at, key), key.number)
    if (version.decision !== null) throw await decidedMeanwhile(at, version)
    await deciding(at, version)
  })
  return await getItem(editorSession, key)
}

/** A trigger enforces dual control (db/migrations/0014_content.sql). */
async function add(at: EditorSession, key: VersionKey, decision: NewDecision): Promise<void> {
  try {
    await addDecision(at, key, decision)
  } catch (error) {
    if (!violates(error, 'content_dual_control')) throw error
    throw new Problem('access-denied', {
      detail: 'You can’t approve a text that you wrote or submitted. Someone else must approve it.',
    })
  }
}

function versionOf({ rows }: LockedItem, number: number): VersionRow {
  const version = rows.find(row => row.number === number)
  if (!version) throw new Problem('not-found')
  return version
}

async function becomeDraft(
  at: EditorSession,
  { kind, name }: VersionKey,
  version: VersionRow,
): Promise<void> {
  const fields = fieldsOf(version)
  if (fields === null) return
  const { submitted_by: by, submitted_at, editors } = version
  await saveDraftRow(at, { kind, name }, { fields, by, at: submitted_at, editors })
}
