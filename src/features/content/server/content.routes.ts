import * as publishedContentContract from '../../../contract/published-content.contract.ts'
import { type Route, route } from '../../../server/http/route.ts'
import * as editingContract from '../editing.contract.ts'
import { compareVersions } from './editing/compare-content.ts'
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
import { previewVersion } from './editing/preview-content.ts'
import { createItem, discardDraft, restoreVersion, saveDraft } from './editing/save-draft.ts'
import { submitVersion } from './editing/submit-content.ts'
import { getContent } from './get-content.ts'

export const contentRoutes: readonly Route[] = [
  route(publishedContentContract.getContent, getContent),
  route(editingContract.getEditorPermissions, async (_input, context) =>
    editorPermissions(editorSessionOf(context)),
  ),
  route(editingContract.listContentItems, async (request, context) =>
    listItems(editorSessionOf(context), request),
  ),
  route(editingContract.exportContentItems, async (request, context) =>
    exportItems(editorSessionOf(context), context.actor, request),
  ),
  route(editingContract.getContentItem, async ({ params }, context) =>
    getItem(editorSessionOf(context), params),
  ),
  route(editingContract.createContentItem, async ({ body }, context) =>
    createItem(editorSessionOf(context), body.data.attributes),
  ),
  route(editingContract.saveContentDraft, async ({ params, body }, context) =>
    saveDraft(editorSessionOf(context), params, body.data.attributes),
  ),
  route(editingContract.discardContentDraft, async ({ params, body }, context) => ({
    item: await discardDraft(editorSessionOf(context), params, body.data.attributes),
  })),
  route(editingContract.previewContent, async ({ body }, context) =>
    previewVersion(editorSessionOf(context), body.data.attributes),
  ),
  route(editingContract.submitContent, async ({ params, body }, context) =>
    submitVersion(editorSessionOf(context), params, body.data.attributes),
  ),
  route(editingContract.listContentVersions, async ({ params, query }, context) =>
    listVersions(editorSessionOf(context), params, query),
  ),
  route(editingContract.compareContent, async ({ params, query }, context) => ({
    fields: await compareVersions(editorSessionOf(context), params, query),
  })),
  route(editingContract.approveContent, async ({ params }, context) =>
    approveVersion(editorSessionOf(context), params),
  ),
  route(editingContract.declineContent, async ({ params, body }, context) =>
    declineVersion(editorSessionOf(context), params, body.data.attributes),
  ),
  route(editingContract.withdrawContent, async ({ params }, context) =>
    withdrawVersion(editorSessionOf(context), params),
  ),
  route(editingContract.unscheduleContent, async ({ params }, context) =>
    unscheduleVersion(editorSessionOf(context), params),
  ),
  route(editingContract.restoreContentVersion, async ({ params, body }, context) =>
    restoreVersion(editorSessionOf(context), params, body.data.attributes),
  ),
]
