import * as z from 'zod/mini'
import { contentKinds, contentPlaces } from '../../contract/content-kinds.ts'
import { contentName } from '../../contract/published-content.contract.ts'
import { revisionFrom, wholeNumber } from '../../contract/wire.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { draftFields } from './domain/content-fields.ts'

// Shared schemas of editing.contract.ts.

export const placeName = z.enum(keysOf(contentPlaces))

export const itemParams = z.object({ kind: z.enum(contentKinds), name: contentName })
export const versionParams = z.object({
  ...itemParams.shape,
  number: wholeNumber(1, 1_000_000),
})
/** An instant, UTC, ISO 8601. */
const instant = z.string()
/** A person of the realm, and whether they are the current user. */
const person = z.object({ name: z.string(), isYou: z.boolean() })
const by = z.object({ person, at: instant })
/** The revision of the draft that was read; 0 if it never had one. Each save increments it. */
export const revision = revisionFrom(0)

/** What a version does when it takes effect: show the client's own text, hide the item, or show the common text again. */
export const changes = ['text', 'hide', 'return-to-common'] as const
export const change = z.enum(changes)

/**
 * `awaiting` approval; `declined` by the approver; `withdrawn` by its author; `scheduled` for later; `unscheduled` before it
 * took effect; `published` now; `past`: was published, or superseded before it took effect.
 */
export const versionStates = [
  'awaiting',
  'declined',
  'withdrawn',
  'scheduled',
  'unscheduled',
  'published',
  'past',
] as const

export const versionSummary = z.object({
  number: z.int(),
  change,
  state: z.enum(versionStates),
  submitted: by,
  /** Requested time; null: on approval. */
  publishAt: z.nullable(instant),
  /** Who approved, declined or withdrew it. */
  decided: z.nullable(by),
  /** The reason for declining. */
  reason: z.nullable(z.string()),
  /** When it took or will take effect; null if never. */
  liveAt: z.nullable(instant),
})

/** What visitors see of the item now: the client's own text, the common text, or nothing (hidden or not published yet). */
export const liveSources = ['own', 'common', 'hidden', 'nothing'] as const
/** Pending work. `draft`: not submitted; `declined`: a draft after it was declined. */
export const workStates = ['draft', 'declined', 'awaiting', 'scheduled'] as const

export const itemSummary = z.object({
  kind: z.enum(contentKinds),
  name: contentName,
  /** Its title, question or first words, for lists. */
  title: z.string(),
  /** Where visitors see it, as text. */
  shownAt: z.string(),
  live: z.enum(liveSources),
  work: z.array(z.enum(workStates)),
  /** Who last saved, submitted or decided; null for an unchanged common text. */
  changed: z.nullable(by),
  scheduledFor: z.nullable(instant),
})

/** A warning that visitors will see part of a text differently. It can still be published. */
export const message = z.object({
  field: z.string(),
  /** Line of the field's Markdown, from 1; null: the whole field. */
  line: z.nullable(z.int()),
  text: z.string(),
})

const draft = z.object({
  fields: draftFields,
  saved: by,
  /** The decline that returned it to a draft, until it is submitted again. */
  declined: z.nullable(z.object({ ...by.shape, reason: z.string(), number: z.int() })),
  messages: z.array(message),
})

export const item = z.object({
  ...itemSummary.shape,
  /** Its place in `getContent`; null for guides, which are only printed. */
  place: z.nullable(placeName),
  revision,
  /** Null if there is none; the form then starts with `start`. */
  draft: z.nullable(draft),
  /** What a new draft starts with: the pending, published or common text, or empty fields. */
  start: draftFields,
  /** The common text of this name; null if there is none. */
  common: z.nullable(draftFields),
  /** The client's own published text; null if it has none or hides the item. */
  own: z.nullable(draftFields),
  /** The version that awaits approval; the draft cannot be changed until then. */
  awaiting: z.nullable(versionSummary),
  scheduled: z.array(versionSummary),
  /** What the user may do now. */
  may: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    /** Whether the user's submission takes effect without approval. */
    publishAlone: z.boolean(),
    approve: z.boolean(),
    withdraw: z.boolean(),
    unschedule: z.boolean(),
    hide: z.boolean(),
    returnToCommon: z.boolean(),
  }),
  /** Why the user cannot approve the pending version; null if they can, or if none is pending. */
  approvalRefusal: z.nullable(z.string()),
})
