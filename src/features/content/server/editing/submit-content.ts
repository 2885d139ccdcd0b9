import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { dayMs } from '../../../../domain/durations.ts'
import { lockStoredFiles } from '../../../files/server/files.queries.ts'
import { filesOfFields, problemsOfFields, problemsOfFiles } from '../../domain/check-fields.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentChange, ContentItem } from '../../editing.contract.ts'
import { addDecision, addVersion, saveDraftRow } from './editing.queries.ts'
import { commonOf, type EditorSession, type ItemKey } from './editor-session.ts'
import { getItem } from './get-item.ts'
import { asEditor, type LockedItem, lockRevision } from './lock-item.ts'
import { recordContent } from './record-content.ts'
import { fieldsOf } from './versions.ts'

const maxAheadMs = 2 * 366 * dayMs
const maxVersions = 1_000

type Submission = { revision: number; change: ContentChange; publishAt: Date | null }

/** As `submitContent`, with the time as an ISO 8601 string. */
export async function submitVersion(
  editorSession: EditorSession,
  key: ItemKey,
  submission: { revision: number; change: ContentChange; publishAt: string | null },
): Promise<ContentItem> {
  const publishAt = submission.publishAt === null ? null : new Date(submission.publishAt)
  return await submitContent(editorSession, key, { ...submission, publishAt })
}

/**
 * Creates a version from the draft, or one that hides the item or returns it to the default text. Without dual control, a user
 * who may publish approves it at once; otherwise it awaits approval.
 * @throws `validation` for invalid fields or a change without effect; `conflict` as for saving a draft.
 */
export async function submitContent(
  editorSession: EditorSession,
  key: ItemKey,
  submission: Submission,
): Promise<ContentItem> {
  checkTime(submission.publishAt, editorSession.now)
  await asEditor(editorSession, async session => {
    const locked = await lockRevision(session, key, submission.revision)
    const fields = submission.change === 'text' ? publishable(locked) : null
    if (submission.change !== 'text') checkChange(session, key, locked, submission.change)
    if (fields !== null) await lockFiles(session, fields)
    const number = (locked.versions.newest?.number ?? 0) + 1
    if (number > maxVersions)
      throw new Problem('validation', { detail: `A text can have up to ${maxVersions} versions.` })
    const writers = fields === null ? [] : locked.row.draft_editors
    await addVersion(session, key, {
      number,
      change: submission.change,
      fields,
      publishAt: submission.publishAt,
      editors: [...new Set([...writers, session.userId])],
      needsApproval: session.client.twoPersonPublishing,
    })
    // Raises the revision, so that a stale page cannot overwrite what was submitted.
    await saveDraftRow(session, key, fields === null ? currentDraft(locked) : null)
    const isAlone = session.mayPublish && !session.client.twoPersonPublishing
    if (isAlone)
      await addDecision(
        session,
        { ...key, number },
        { decision: 'approved', liveAt: submission.publishAt ?? session.now },
      )
    const kind = isAlone ? 'content-published' : 'content-submitted'
    await recordContent(session, kind, {
      ...key,
      number,
      change: submission.change,
      liveAt: submission.publishAt,
    })
  })
  return await getItem(editorSession, key)
}

function checkTime(publishAt: Date | null, now: Date): void {
  if (publishAt === null) return
  const aheadMs = publishAt.getTime() - now.getTime()
  if (aheadMs <= 0) throw fieldProblem('publishAt', 'Choose a time in the future.')
  if (aheadMs > maxAheadMs) throw fieldProblem('publishAt', 'Choose a time within two years.')
}

function publishable({ row }: LockedItem): ContentFields {
  const fields = fieldsOf({ fields: row.draft })
  if (fields === null) throw new Problem('validation', { detail: 'There is no draft to submit.' })
  const errors = problemsOfFields(fields)
  if (Object.keys(errors).length > 0) throw new Problem('validation', { errors })
  return fields
}

/**
 * Locks the files that the fields link to until the transaction ends, so that none is removed while a version is submitted: a
 * removal waits and then finds the version (src/features/files/server/file-use.queries.ts).
 * @throws `validation`, by field, for a file that was removed.
 */
async function lockFiles({ realmDb, client }: EditorSession, fields: ContentFields): Promise<void> {
  const fileIds = new Set(filesOfFields(fields).map(({ fileId }) => fileId))
  const errors = problemsOfFiles(fields, await lockStoredFiles(realmDb, client.name, [...fileIds]))
  if (Object.keys(errors).length > 0) throw new Problem('validation', { errors })
}

function checkChange(
  editorSession: EditorSession,
  key: ItemKey,
  { versions }: LockedItem,
  change: 'hide' | 'return-to-common',
): void {
  const hasCommon = commonOf(editorSession, key) !== null
  const isShown = versions.live ? versions.live.change !== 'hide' : hasCommon
  if (change === 'hide' && !isShown)
    throw new Problem('validation', { detail: 'It is not shown at the moment.' })
  const isCommon = versions.live === undefined || versions.live.change === 'return-to-common'
  if (change === 'return-to-common' && (isCommon || !hasCommon))
    throw new Problem('validation', {
      detail: hasCommon ? 'The default text is already shown.' : 'There is no default text to return to.',
    })
}

function currentDraft({ row }: LockedItem) {
  const { draft, draft_by, draft_at, draft_editors } = row
  const fields = fieldsOf({ fields: draft })
  return fields && draft_by && draft_at
    ? { fields, by: draft_by, at: draft_at, editors: draft_editors }
    : null
}
