import { isDeepStrictEqual } from 'node:util'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentItem } from '../../editing.contract.ts'
import {
  findItemRow,
  findText,
  listItemRows,
  lockItemRow,
  removeItemRow,
  saveDraftRow,
} from './editing.queries.ts'
import { type EditorSession, existsWithoutRow, type ItemKey } from './editor-session.ts'
import { getItem } from './get-item.ts'
import { asEditor, lockRevision } from './lock-item.ts'
import { fieldsOf } from './versions.ts'

const maxItems = 2_000

/** Creates an item of the client. @throws `conflict` if the name is in use. */
export async function createItem(
  editorSession: EditorSession,
  about: { name: string; fields: ContentFields },
): Promise<ContentItem> {
  const { name, fields } = about
  const key = { kind: fields.kind, name }
  if (fields.kind === 'block')
    throw fieldProblem('kind', 'You can’t add blocks. Each has a fixed name and place.')
  await asEditor(editorSession, async session => {
    const exists = existsWithoutRow(session, key) || (await findItemRow(session, key)) !== undefined
    const { isNew } = exists ? { isNew: false } : await lockItemRow(session, key)
    if (!isNew) throw new Problem('conflict', { detail: `The name ${name} is already in use.` })
    if ((await listItemRows(session)).length > maxItems)
      throw new Problem('validation', { detail: `You can have up to ${maxItems} texts.` })
    await write(session, key, { fields, editors: [] })
  })
  return await getItem(editorSession, key)
}

/** Saves the draft if its revision is the one that was read. Saving the same fields again changes nothing. */
export async function saveDraft(
  editorSession: EditorSession,
  key: ItemKey,
  { revision, fields }: { revision: number; fields: ContentFields },
): Promise<ContentItem> {
  if (fields.kind !== key.kind) throw fieldProblem('kind', `This item is of the kind ${key.kind}.`)
  await asEditor(editorSession, async session => {
    const { row } = await lockRevision(session, key, revision)
    if (isDeepStrictEqual(fieldsOf({ fields: row.draft }), fields)) return
    await write(session, key, { fields, editors: row.draft_editors })
  })
  return await getItem(editorSession, key)
}

/** Discards the draft; returns null if the item is deleted with it. */
export async function discardDraft(
  editorSession: EditorSession,
  key: ItemKey,
  { revision }: { revision: number },
): Promise<ContentItem | null> {
  const isGone = await asEditor(editorSession, async session => {
    const { rows } = await lockRevision(session, key, revision)
    if (rows.length > 0 || existsWithoutRow(session, key)) {
      await saveDraftRow(session, key, null)
      return false
    }
    await removeItemRow(session, key)
    return true
  })
  return isGone ? null : await getItem(editorSession, key)
}

/** Makes the text of a version the draft. @throws `not-found` if there is no such version. */
export async function restoreVersion(
  editorSession: EditorSession,
  key: ItemKey & { number: number },
  { revision }: { revision: number },
): Promise<ContentItem> {
  await asEditor(editorSession, async session => {
    const { row } = await lockRevision(session, key, revision)
    const fields = await plainTextOf(session, key)
    await write(session, key, { fields, editors: row.draft_editors })
  })
  return await getItem(editorSession, key)
}

async function plainTextOf(
  session: EditorSession,
  key: ItemKey & { number: number },
): Promise<ContentFields> {
  const version = await findText(session, key)
  if (!version) throw new Problem('not-found')
  const fields = fieldsOf(version)
  if (fields === null) {
    const detail = `Version ${key.number} has no text. It only changed what is shown.`
    throw new Problem('validation', { detail })
  }
  return fields
}

async function write(
  session: EditorSession,
  { kind, name }: ItemKey,
  { fields, editors }: { fields: ContentFields; editors: readonly string[] },
) {
  const allEditors = [...new Set([...editors, session.userId])]
  await saveDraftRow(
    session,
    { kind, name },
    { fields, by: session.userId, at: session.now, editors: allEditors },
  )
}
