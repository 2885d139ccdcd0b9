import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContentItem, getEditorPermissions } from '../../editing.contract.ts'
import type { DraftStore } from '../draft/draft-store.ts'

/** What the parts of the panel of publishing get. */
export type PublishProps = {
  item: ContentItem
  editorSession: Reply<typeof getEditorPermissions>
  store: DraftStore
  onDone: (item: ContentItem, message: string) => void
}
