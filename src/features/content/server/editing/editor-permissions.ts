import type { Reply } from '../../../../contract/endpoint.ts'
import { placeholders } from '../../domain/placeholders.ts'
import type { getEditorPermissions } from '../../editing.contract.ts'
import { placeholderValues, readItems } from '../published-content.ts'
import type { EditorSession } from './editor-session.ts'

/** What the editor's screens need besides the items. */
export async function editorPermissions(
  editorSession: EditorSession,
): Promise<Reply<typeof getEditorPermissions>> {
  const { items } = await readItems(editorSession, editorSession.now)
  const values = placeholderValues(editorSession)
  const used = (of: (fields: (typeof items)[number]['fields']) => string | undefined) =>
    [...new Set(items.flatMap(({ fields }) => of(fields) ?? []))].toSorted()
  return {
    twoPersonPublishing: editorSession.client.twoPersonPublishing,
    mayPublish: editorSession.mayPublish,
    timeZone: editorSession.client.timeZone,
    placeholders: Object.entries(placeholders).map(([name, meaning]) => ({
      name,
      meaning,
      // Object.entries returns string keys, although these are exactly the placeholders.
      value: values[name as keyof typeof placeholders],
    })),
    promoGroups: used(fields => (fields.kind === 'promo-card' ? fields.group : undefined)),
    topics: used(fields => (fields.kind === 'question' ? fields.topic : undefined)),
    resourceGroups: used(fields => (fields.kind === 'resource' ? fields.group : undefined)),
  }
}
