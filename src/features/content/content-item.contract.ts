import * as z from 'zod/mini'
import { wholeNumber } from '../../contract/wire.ts'
import { draftFields } from './domain/content-fields.ts'
import { type ContentPlace, contentKinds, contentPlaces } from './domain/content-kinds.ts'

// What the endpoints of editing.contract.ts take and answer.

/** The keys of a record are what Object.keys gives; the compiler only says string[]. */
export const placeName = z.enum(Object.keys(contentPlaces) as [ContentPlace, ...ContentPlace[]])

export const itemName = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'Use small letters, digits and hyphens, at most 80.'))
export const itemParams = z.object({ kind: z.enum(contentKinds), name: itemName })
export const versionParams = z.object({
  ...itemParams.shape,
  number: wholeNumber(1, 1_000_000),
})
/** An instant, UTC, ISO 8601. */
const instant = z.string()
/** Somebody of the realm, and whether it is whoever asks. */
const person = z.object({ name: z.string(), isYou: z.boolean() })
const by = z.object({ person, at: instant })
/** The revision of the draft that was read; 0 where the item has never had one. Rises with each save. */
export const revision = z.int().check(z.minimum(0))

/** What a version does when it takes effect: shows the client's own text, nothing at all, or the common text again. */
export const changes = ['text', 'hide', 'return-to-common'] as const
export const change = z.enum(changes)

/**
 * `awaiting` a second person; `declined` by one; `taken-back` by its author; `scheduled` for later; `unscheduled` before it
 * took effect; `published` now; `past`: was published once, or came to nothing because a later one took effect before it.
 */
export const versionStates = [
  'awaiting',
  'declined',
  'taken-back',
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
  /** When it is wanted; null: as soon as it is approved. */
  publishAt: z.nullable(instant),
  /** Who approved, declined or took it back. */
  decided: z.nullable(by),
  /** Why it was declined. */
  reason: z.nullable(z.string()),
  /** When it took or will take effect; null where it never will. */
  liveAt: z.nullable(instant),
})

/** What visitors see of the item now: the client's own text, the common one, nothing because it is hidden, or nothing yet. */
export const liveSources = ['own', 'common', 'hidden', 'nothing'] as const
/** What is under way beside that. `draft`: words that are not submitted; `declined`: the same, after a refusal. */
export const workStates = ['draft', 'declined', 'awaiting', 'scheduled'] as const

export const itemSummary = z.object({
  kind: z.enum(contentKinds),
  name: itemName,
  /** Its title, question or first words: what a list calls it. */
  title: z.string(),
  /** Where visitors see it, in words. */
  shownAt: z.string(),
  live: z.enum(liveSources),
  work: z.array(z.enum(workStates)),
  /** Who changed it last, by a save, a submission or a decision; null for a common text that nobody touched. */
  changed: z.nullable(by),
  scheduledFor: z.nullable(instant),
})

/** Something of a text that visitors will not see as it was written: it still can be published. */
export const message = z.object({
  field: z.string(),
  /** Where in the field's Markdown, from 1; null where it concerns the whole. */
  line: z.nullable(z.int()),
  text: z.string(),
})

const draft = z.object({
  fields: draftFields,
  saved: by,
  /** The refusal that led back to the draft, until it is submitted anew. */
  declined: z.nullable(z.object({ ...by.shape, reason: z.string(), number: z.int() })),
  messages: z.array(message),
})

export const item = z.object({
  ...itemSummary.shape,
  /** Whose content it is in `getContent`; null for the guides, which are printed and not shown. */
  place: z.nullable(placeName),
  revision,
  /** Null where nothing is under way: an editor then begins with `start`. */
  draft: z.nullable(draft),
  /** What is shown where there is no draft, and a new one begins with: what awaits, what is published, the common words, or nothing. */
  start: draftFields,
  /** The program's own text of this name; null where there is none. */
  common: z.nullable(draftFields),
  /** The client's own words as published; null where it has none or hides the item. */
  own: z.nullable(draftFields),
  /** What waits for a second person; while it does, the draft cannot be changed. */
  awaiting: z.nullable(versionSummary),
  scheduled: z.array(versionSummary),
  /** What whoever asks may do now. `whyNoApproval` says what keeps them from approving what is awaiting. */
  may: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    /** Whether a submission by whoever asks takes effect without anybody else. */
    publishAlone: z.boolean(),
    approve: z.boolean(),
    whyNoApproval: z.nullable(z.string()),
    takeBack: z.boolean(),
    unschedule: z.boolean(),
    hide: z.boolean(),
    returnToCommon: z.boolean(),
  }),
})
