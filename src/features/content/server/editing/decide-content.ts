import { Problem } from '../../../../contract/problems.ts'
import { violates } from '../../../../server/db/violates.ts'
import type { ContentItem } from '../../editing.contract.ts'
import { decidedMeanwhile } from './conflicts.ts'
import { addDecision, type NewDecision, saveDraftRow, type VersionRow } from './editing.queries.ts'
import type { EditorSession, ItemKey } from './editor-session.ts'
import { getItem } from './get-item.ts'
import { asEditor, type LockedItem, lockItem } from './lock-item.ts'
import { recordContent } from './record-content.ts'
import { fieldsOf } from './versions.ts'

type VersionKey = ItemKey & { number: number }

/** Approves the pending version. @throws `access-denied` under dual control for one of its authors. */
export async function approveVersion(editorSession: EditorSession, key: VersionKey): Promise<ContentItem> {
  return await decide(editorSession, key, async (session, version) => {
    const requestedAt = version.publish_at
    const liveAt = requestedAt !== null && requestedAt > session.now ? requestedAt : session.now
    await add(session, key, { decision: 'approved', liveAt })
    await recordContent(session, 'content-approved', { ...key, change: version.change, liveAt })
  })
}

/** Declines the pending version. Its text becomes the draft again and keeps its authors. */
export async function declineVersion(
  editorSession: EditorSession,
  key: VersionKey,
  { reason }: { reason: string },
): Promise<ContentItem> {
  return await decide(editorSession, key, async (session, version) => {
    await add(session, key, { decision: 'declined', reason })
    await becomeDraft(session, key, version)
    await recordContent(session, 'content-declined', key)
  })
}

export async function withdrawVersion(editorSession: EditorSession, key: VersionKey): Promise<ContentItem> {
  return await decide(editorSession, key, async (session, version) => {
    await add(session, key, { decision: 'withdrawn' })
    await becomeDraft(session, key, version)
    await recordContent(session, 'content-withdrawn', key)
  })
}

/** Unschedules a version. Its text becomes the draft unless there is another one. */
export async function unscheduleVersion(editorSession: EditorSession, key: VersionKey): Promise<ContentItem> {
  await asEditor(editorSession, async session => {
    const locked = await lockItem(session, key)
    const version = versionOf(locked, key.number)
    if (!locked.versions.scheduled.includes(version)) throw await decidedMeanwhile(session, version)
    await add(session, key, { decision: 'unscheduled' })
    if (locked.row.draft === null && locked.versions.awaiting === undefined)
      await becomeDraft(session, key, version)
    await recordContent(session, 'content-unscheduled', key)
  })
  return await getItem(editorSession, key)
}

type Deciding = (session: EditorSession, version: VersionRow) => Promise<void>

async function decide(
  editorSession: EditorSession,
  key: VersionKey,
  deciding: Deciding,
): Promise<ContentItem> {
  await asEditor(editorSession, async session => {
    const version = versionOf(await lockItem(session, key), key.number)
    if (version.decision !== null) throw await decidedMeanwhile(session, version)
    await deciding(session, version)
  })
  return await getItem(editorSession, key)
}

/** A trigger enforces dual control (db/migrations/0014_content.sql). */
async function add(session: EditorSession, key: VersionKey, decision: NewDecision): Promise<void> {
  try {
    await addDecision(session, key, decision)
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
  session: EditorSession,
  { kind, name }: VersionKey,
  version: VersionRow,
): Promise<void> {
  const fields = fieldsOf(version)
  if (fields === null) return
  const { submitted_by: by, submitted_at, editors } = version
  await saveDraftRow(session, { kind, name }, { fields, by, at: submitted_at, editors })
}
