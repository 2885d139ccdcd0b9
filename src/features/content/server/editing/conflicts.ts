import { Problem } from '../../../../contract/problems.ts'
import { formatInstant } from '../../../../domain/dates.ts'
import { findNames, type ItemRow, type VersionRow } from './editing.queries.ts'
import type { EditorSession } from './editor-session.ts'

/** Lucia Marchetti on Nov 20, 2026, 10:47 AM EST */
async function whoAndWhen({ realmDb, client }: EditorSession, userId: string, at: Date): Promise<string> {
  const names = await findNames(realmDb, [userId])
  return `${names.get(userId) ?? 'Someone'} on ${formatInstant(at, client)}`
}

/** The problem for a draft that was changed since it was read. Nothing was written. */
export async function changedMeanwhile(
  editorSession: EditorSession,
  row: ItemRow | undefined,
  newest: VersionRow | undefined,
) {
  if (row?.draft_by && row.draft_at)
    return conflict(`The draft was saved by ${await whoAndWhen(editorSession, row.draft_by, row.draft_at)}.`)
  if (newest)
    return conflict(
      `It was submitted by ${await whoAndWhen(editorSession, newest.submitted_by, newest.submitted_at)}.`,
    )
  return conflict('The draft was discarded.')
}

/** The problem for a change while a version awaits approval: the approver must see what takes effect. */
export async function stillPending(editorSession: EditorSession, awaiting: VersionRow) {
  const submitted = await whoAndWhen(editorSession, awaiting.submitted_by, awaiting.submitted_at)
  return conflict(
    `Version ${awaiting.number} awaits approval: it was submitted by ${submitted}. Withdraw it to make changes.`,
  )
}

/** The problem for a version that was already decided. */
export async function decidedMeanwhile(editorSession: EditorSession, version: VersionRow) {
  const [who, at] = version.unscheduled_by
    ? [version.unscheduled_by, version.unscheduled_at]
    : [version.decided_by, version.decided_at]
  if (!who || !at) return conflict(`Version ${version.number} is not scheduled.`)
  return conflict(
    `Version ${version.number} was already decided by ${await whoAndWhen(editorSession, who, at)}.`,
  )
}

const conflict = (detail: string) => new Problem('conflict', { detail })
