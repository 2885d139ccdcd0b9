import { getContent } from '../../../contract/published-content.contract.ts'
import { type Route, route } from '../../../server/http/route.ts'
import {
  approveContent,
  compareContent,
  createContentItem,
  declineContent,
  discardContentDraft,
  exportContentItems,
  getContentItem,
  getEditorPermissions,
  listContentItems,
  listContentVersions,
  previewContent,
  restoreContentVersion,
  saveContentDraft,
  submitContent,
  unscheduleContent,
  withdrawContent,
} from '../editing.contract.ts'
import { differences } from './editing/compare-content.ts'
import {
  approveVersion,
  declineVersion,
  unscheduleVersion,
  withdrawVersion,
} from './editing/decide-content.ts'
import { editorPermissions } from './editing/editor-permissions.ts'
import { editorSessionOf } from './editing/editor-session.ts'
import { getItem } from './editing/get-item.ts'
import { exportItems, listItems } from './editing/list-items.ts'
import { listVersions } from './editing/list-versions.ts'
import { preview } from './editing/preview-content.ts'
import { createItem, discardDraft, restoreVersion, saveDraft } from './editing/save-draft.ts'
import { submit } from './editing/submit-content.ts'
import { showContent } from './get-content.ts'

export const contentRoutes: readonly Route[] = [
  route(getContent, showContent),
  route(getEditorPermissions, async (_input, context) => editorPermissions(editorSessionOf(context))),
  route(listContentItems, async (request, context) => listItems(editorSessionOf(context), request)),
  route(exportContentItems, async (request, context) =>
    exportItems(editorSessionOf(context), context.actor, request),
  ),
  route(getContentItem, async ({ params }, context) => getItem(editorSessionOf(context), params)),
  route(createContentItem, async ({ body }, context) =>
    createItem(editorSessionOf(context), body.data.attributes),
  ),
  route(saveContentDraft, async ({ params, body }, context) =>
    saveDraft(editorSessionOf(context), params, body.data.attributes),
  ),
  route(discardContentDraft, async ({ params, body }, context) => ({
    item: await discardDraft(editorSessionOf(context), params, body.data.attributes),
  })),
  route(previewContent, async ({ body }, context) => preview(editorSessionOf(context), body.data.attributes)),
  route(submitContent, async ({ params, body }, context) =>
    submit(editorSessionOf(context), params, body.data.attributes),
  ),
  route(listContentVersions, async ({ params, query }, context) =>
    listVersions(editorSessionOf(context), params, query),
  ),
  route(compareContent, async ({ params, query }, context) => ({
    fields: await differences(editorSessionOf(context), params, query),
  })),
  route(approveContent, async ({ params }, context) => approveVersion(editorSessionOf(context), params)),
  route(declineContent, async ({ params, body }, context) =>
    declineVersion(editorSessionOf(context), params, body.data.attributes),
  ),
  route(withdrawContent, async ({ params }, context) => withdrawVersion(editorSessionOf(context), params)),
  route(unscheduleContent, async ({ params }, context) =>
    unscheduleVersion(editorSessionOf(context), params),
  ),
  route(restoreContentVersion, async ({ params, body }, context) =>
    restoreVersion(editorSessionOf(context), params, body.data.attributes),
  ),
]
