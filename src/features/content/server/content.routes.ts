import { type Route, route } from '../../../server/http/route.ts'
import { getContent } from '../content.contract.ts'
import {
  approveContent,
  compareContent,
  createContentItem,
  declineContent,
  discardContentDraft,
  getContentDesk,
  getContentItem,
  listContentItems,
  listContentVersions,
  previewContent,
  restoreContentVersion,
  saveContentDraft,
  submitContent,
  takeBackContent,
  unscheduleContent,
} from '../editing.contract.ts'
import {
  approveVersion,
  declineVersion,
  takeBackVersion,
  unscheduleVersion,
} from './editing/changing/decide-content.ts'
import { createItem, discardDraft, restoreVersion, saveDraft } from './editing/changing/save-draft.ts'
import { submit } from './editing/changing/submit-content.ts'
import { deskOf } from './editing/desk.ts'
import { differences } from './editing/showing/compare-content.ts'
import { deskFacts } from './editing/showing/desk-facts.ts'
import { getItem } from './editing/showing/get-item.ts'
import { listItems } from './editing/showing/list-items.ts'
import { listVersions } from './editing/showing/list-versions.ts'
import { preview } from './editing/showing/preview-content.ts'
import { showContent } from './get-content.ts'

export const contentRoutes: readonly Route[] = [
  route(getContent, showContent),
  route(getContentDesk, async (_given, context) => deskFacts(deskOf(context))),
  route(listContentItems, async (given, context) => listItems(deskOf(context), given)),
  route(getContentItem, async ({ params }, context) => getItem(deskOf(context), params)),
  route(createContentItem, async ({ body }, context) => createItem(deskOf(context), body.data.attributes)),
  route(saveContentDraft, async ({ params, body }, context) =>
    saveDraft(deskOf(context), params, body.data.attributes),
  ),
  route(discardContentDraft, async ({ params, body }, context) => ({
    item: await discardDraft(deskOf(context), params, body.data.attributes),
  })),
  route(previewContent, async ({ body }, context) => preview(deskOf(context), body.data.attributes)),
  route(submitContent, async ({ params, body }, context) =>
    submit(deskOf(context), params, body.data.attributes),
  ),
  route(listContentVersions, async ({ params, query }, context) =>
    listVersions(deskOf(context), params, query),
  ),
  route(compareContent, async ({ params, query }, context) => ({
    fields: await differences(deskOf(context), params, query),
  })),
  route(approveContent, async ({ params }, context) => approveVersion(deskOf(context), params)),
  route(declineContent, async ({ params, body }, context) =>
    declineVersion(deskOf(context), params, body.data.attributes),
  ),
  route(takeBackContent, async ({ params }, context) => takeBackVersion(deskOf(context), params)),
  route(unscheduleContent, async ({ params }, context) => unscheduleVersion(deskOf(context), params)),
  route(restoreContentVersion, async ({ params, body }, context) =>
    restoreVersion(deskOf(context), params, body.data.attributes),
  ),
]
