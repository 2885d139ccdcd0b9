import * as z from 'zod/mini'
import { contentKinds } from '../../contract/content-kinds.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { contentName, publishedContent } from '../../contract/published-content.contract.ts'
import { requiredMessage } from '../../contract/required-text.ts'
import { command, listOf, listQuery } from '../../contract/wire.ts'
import {
  change,
  type changes,
  item,
  itemParams,
  itemSummary,
  liveSources,
  message,
  placeName,
  revision,
  versionParams,
  type versionStates,
  versionSummary,
  workStates,
} from './content-item.contract.ts'
import { draftFields } from './domain/content-fields.ts'

// The endpoints of the content editor. An item is identified by kind and name, at the client of the host. Commands return the
// updated item. If it was changed in the meantime they return 409, with who and when in `detail`.

export type ContentChange = (typeof changes)[number]
export type ContentVersionState = (typeof versionStates)[number]
export type ContentVersion = z.output<typeof versionSummary>
export type ContentItemSummary = z.output<typeof itemSummary>
export type ContentMessage = z.output<typeof message>
export type ContentItem = z.output<typeof item>

const itemFilter = {
  /** Matched against titles, names and texts. */
  keywords: z._default(z.string().check(z.maxLength(100)), ''),
  kind: z.optional(z.enum(contentKinds)),
  live: z.optional(z.enum(liveSources)),
  work: z.optional(z.enum(workStates)),
}

export const listContentItems = endpoint({
  method: 'GET',
  path: '/api/content-items',
  summary: 'Lists the client’s texts, common ones included: pending ones first, then by kind and name',
  access: 'CONTENT_EDIT',
  query: z.object({ ...listQuery, ...itemFilter }),
  reply: z.object({
    data: z.array(itemSummary),
    meta: z.object({
      total: z.int(),
      next: z.nullable(z.string()),
      /** Counts over all items, regardless of the filters. */
      counts: z.object({
        work: z.record(z.enum(workStates), z.int()),
        /** Items that the user may approve. */
        pendingForYou: z.int(),
      }),
    }),
  }),
})

export const exportContentItems = endpoint({
  method: 'GET',
  path: '/api/content-items/export',
  summary: 'Exports the list of the client’s texts, with their states and last changes',
  access: 'CONTENT_EDIT',
  records: ['file-exported'],
  query: z.object({ format: exportQuery.format, ...itemFilter }),
  reply: fileReply,
  file: true,
})

/** What the editor's screens need besides the items. */
export const getEditorPermissions = endpoint({
  method: 'GET',
  path: '/api/content-editor',
  summary: 'Returns how the client publishes, the placeholders, and the groups and topics in use',
  access: 'CONTENT_EDIT',
  reply: z.object({
    twoPersonPublishing: z.boolean(),
    mayPublish: z.boolean(),
    /** The client's time zone, for entering and showing times. */
    timeZone: z.string(),
    /** `{phone}` in a text becomes the value. */
    placeholders: z.array(z.object({ name: z.string(), meaning: z.string(), value: z.string() })),
    promoGroups: z.array(z.string()),
    topics: z.array(z.string()),
    resourceGroups: z.array(z.string()),
  }),
})

export const getContentItem = endpoint({
  method: 'GET',
  path: '/api/content-items/{kind}/{name}',
  summary: 'Returns an item with its draft, its published text and its pending versions',
  access: 'CONTENT_EDIT',
  params: itemParams,
  reply: item,
})

/** Returns 409 for a name in use at the client or among the common texts. The draft is saved, not published. */
export const createContentItem = endpoint({
  method: 'POST',
  path: '/api/content-items',
  summary: 'Creates an item of the client; blocks cannot be added because their names are fixed',
  access: 'CONTENT_EDIT',
  body: command(z.object({ name: contentName, fields: draftFields })),
  reply: item,
})

/** Returns 409 if the revision is not the newest, or while a version awaits approval. */
export const saveContentDraft = endpoint({
  method: 'POST',
  path: '/api/content-items/{kind}/{name}/draft',
  summary: 'Saves the draft if it still has the revision that was read',
  access: 'CONTENT_EDIT',
  params: itemParams,
  body: command(z.object({ revision, fields: draftFields })),
  reply: item,
  silent: true,
})

/** Deletes an item that was never submitted, and returns `item: null`. */
export const discardContentDraft = endpoint({
  method: 'POST',
  path: '/api/content-items/{kind}/{name}/draft/discard',
  summary: 'Discards the draft; published text stays',
  access: 'CONTENT_EDIT',
  params: itemParams,
  body: command(z.object({ revision })),
  reply: z.object({ item: z.nullable(item) }),
})

/** Saves nothing. `content` is what `getContent` of the place would return, including this item. */
export const previewContent = endpoint({
  method: 'POST',
  path: '/api/content-previews',
  summary: 'Returns what visitors would see if these fields were published now',
  access: 'CONTENT_EDIT',
  body: command(z.object({ name: contentName, fields: draftFields })),
  reply: z.object({
    place: z.nullable(placeName),
    content: publishedContent,
    messages: z.array(message),
    /** Errors that prevent publishing, by field. */
    errors: z.record(z.string(), z.array(z.string())),
  }),
  silent: true,
})

/**
 * `text` submits the draft of that revision; `hide` and `return-to-common` need none. With `may.publishAlone` it takes effect
 * at `publishAt` or now; otherwise it awaits approval. Returns 400 with errors by field if the draft is invalid.
 */
export const submitContent = endpoint({
  method: 'POST',
  path: '/api/content-items/{kind}/{name}/submit',
  summary:
    'Publishes the draft, hides the item or returns it to the common text: now, at a time, or for approval',
  access: 'CONTENT_EDIT',
  records: ['content-submitted', 'content-published'],
  params: itemParams,
  body: command(
    z.object({
      revision,
      change,
      /** With an offset or Z; not in the past. */
      publishAt: z.nullable(z.iso.datetime({ offset: true }).check(z.maxLength(40))),
    }),
  ),
  reply: item,
})

export const listContentVersions = endpoint({
  method: 'GET',
  path: '/api/content-items/{kind}/{name}/versions',
  summary: 'Lists the versions of an item, newest first',
  access: 'CONTENT_EDIT',
  params: itemParams,
  query: z.object({ first: listQuery.first, after: listQuery.after }),
  reply: listOf(versionSummary),
})

/** A side of a comparison: a version number, the published text, the common text, or the draft. */
const side = z.union([
  z.enum(['draft', 'published', 'common']),
  z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'Use a version number.')),
])

export const compareContent = endpoint({
  method: 'GET',
  path: '/api/content-items/{kind}/{name}/differences',
  summary: 'Compares two versions of an item field by field and word by word',
  access: 'CONTENT_EDIT',
  params: itemParams,
  query: z.object({ from: side, to: side }),
  reply: z.object({
    /** Every field of the kind, in form order; a single `same` piece if unchanged. */
    fields: z.array(
      z.object({
        field: z.string(),
        isChanged: z.boolean(),
        pieces: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
      }),
    ),
  }),
})

export const approveContent = endpoint({
  method: 'POST',
  path: '/api/content-items/{kind}/{name}/versions/{number}/approve',
  summary: 'Approves a submitted version; under dual control its authors and submitter cannot',
  access: 'CONTENT_PUBLISH',
  records: ['content-approved'],
  params: versionParams,
  body: command(z.object({})),
  reply: item,
})

export const contentDeclineReason = requiredMessage('Enter a reason so the author can fix it')

export const declineContent = endpoint({
  method: 'POST',
  path: '/api/content-items/{kind}/{name}/versions/{number}/decline',
  summary: 'Declines a submitted version, which becomes a draft again, with the reason',
  access: 'CONTENT_PUBLISH',
  records: ['content-declined'],
  params: versionParams,
  body: command(z.object({ reason: contentDeclineReason })),
  reply: item,
})

export const withdrawContent = endpoint({
  method: 'POST',
  path: '/api/content-items/{kind}/{name}/versions/{number}/withdraw',
  summary: 'Withdraws a submitted version, which becomes a draft again',
  access: 'CONTENT_EDIT',
  records: ['content-withdrawn'],
  params: versionParams,
  body: command(z.object({})),
  reply: item,
})

export const unscheduleContent = endpoint({
  method: 'POST',
  path: '/api/content-items/{kind}/{name}/versions/{number}/unschedule',
  summary: 'Unschedules a version that has not taken effect; it becomes the draft if there is none',
  access: 'CONTENT_PUBLISH',
  records: ['content-unscheduled'],
  params: versionParams,
  body: command(z.object({})),
  reply: item,
})

/** The revision of the draft that it replaces, to detect concurrent changes. */
export const restoreContentVersion = endpoint({
  method: 'POST',
  path: '/api/content-items/{kind}/{name}/versions/{number}/restore',
  summary: 'Makes the text of an earlier version the draft',
  access: 'CONTENT_EDIT',
  params: versionParams,
  body: command(z.object({ revision })),
  reply: item,
})
