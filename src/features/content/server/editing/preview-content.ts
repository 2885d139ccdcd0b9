import type { Reply } from '../../../../contract/endpoint.ts'
import {
  type FieldProblems,
  filesOfFields,
  problemsOfFields,
  problemsOfFiles,
} from '../../domain/check-fields.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentMessage, previewContent } from '../../editing.contract.ts'
import { findFiles } from '../live.queries.ts'
import { contentOf, readItems, showing } from '../published-content.ts'
import type { ItemToShow, Shown } from '../show-item.ts'
import type { EditorSession } from './editor-session.ts'
import { placeOf } from './item-text.ts'

/** What visitors would see if these fields were published now. Saves nothing. */
export async function previewVersion(
  editorSession: EditorSession,
  { name, fields }: { name: string; fields: ContentFields },
): Promise<Reply<typeof previewContent>> {
  const { items: published } = await readItems(editorSession, editorSession.now)
  const isIt = (item: ItemToShow) => item.name === name && item.fields.kind === fields.kind
  const version = (published.find(isIt)?.version ?? 0) + 1
  const unsaved: ItemToShow = { name, version, fields }
  const items: ItemToShow[] = [...published.filter(item => !isIt(item)), unsaved]
  const messages: ContentMessage[] = []
  const show = await showing(editorSession, items)
  const shown = show(unsaved, found => messages.push(...found))
  const place = placeOf({ kind: fields.kind, name })
  const showAgain = (item: ItemToShow): Shown | null => (item === unsaved ? shown : show(item))
  const content = place === null ? alone(shown) : contentOf(place, items, showAgain)
  return { place, content, messages, errors: await problemsNow(editorSession, fields) }
}

/** Errors that prevent publishing now. */
async function problemsNow(
  { realmDb, client }: EditorSession,
  fields: ContentFields,
): Promise<FieldProblems> {
  const fileIds = [...new Set(filesOfFields(fields).map(({ fileId }) => fileId))]
  const existing = await findFiles(realmDb, { client: client.name, fileIds })
  const ofFiles = problemsOfFiles(fields, new Set(existing.map(({ file_id }) => file_id)))
  return { ...ofFiles, ...problemsOfFields(fields) }
}

/** A guide has no place, so its preview contains only its block. */
function alone(shown: Shown | null): Reply<typeof previewContent>['content'] {
  return {
    blocks: shown?.kind === 'block' ? [shown.value] : [],
    promoCards: [],
    banners: [],
    questions: [],
    deadlines: [],
    resources: [],
  }
}
