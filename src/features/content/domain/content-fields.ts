import * as z from 'zod/mini'
import { maxAltLength } from '../../files/domain/file-kinds.ts'

/** The maximum length of a Markdown field, in characters: a guide of about 20 pages. */
const maxMarkdownLength = 60_000

const line = (most: number) => z.string().check(z.maxLength(most, `Use ${most} characters or fewer.`))
const markdown = z
  .string()
  .check(z.maxLength(maxMarkdownLength, `Use ${maxMarkdownLength} characters or fewer.`))
/** Sort order: lower first, then by name. */
const index = z.int().check(z.minimum(0), z.maximum(9_999))

/**
 * The fields that an editor fills in, by kind. Drafts are saved while incomplete, so only sizes are checked here;
 * check-fields.ts decides whether they can be published. Markdown: `body`, `message`, `answer`, `note`.
 */
export const draftFields = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('block'), title: line(200), body: markdown }),
  z.object({
    kind: z.literal('promo-card'),
    /** The promo-card id of the routes that show it (§2.5). */
    group: line(40),
    index,
    title: line(200),
    body: markdown,
    /** Both empty: the card has no link. */
    linkText: line(80),
    linkHref: line(500),
    /** `/files/{fileId}/{name}` of a picture; empty: none. */
    image: line(200),
    imageAlt: line(maxAltLength),
  }),
  z.object({
    kind: z.literal('banner'),
    message: markdown,
    /** A built-in message that replaces the text. */
    template: z.nullable(z.enum(['giving-season'])),
    design: z.enum(['information', 'success', 'caution', 'danger']),
    dismissable: z.boolean(),
    index,
    audience: z.enum(['everyone', 'signed-in', 'visitors']),
  }),
  z.object({ kind: z.literal('question'), topic: line(80), index, question: line(300), answer: markdown }),
  z.object({
    kind: z.literal('deadline'),
    gift: line(200),
    /** `YYYY-MM-DD`; empty while unknown. */
    on: line(10),
    note: markdown,
  }),
  z.object({
    kind: z.literal('resource'),
    group: line(80),
    index,
    title: line(200),
    description: line(600),
    href: line(500),
  }),
])
export type ContentFields = z.output<typeof draftFields>
export type FieldsOf<K extends ContentFields['kind']> = Extract<ContentFields, { kind: K }>

/** The field of each kind that is Markdown; a resource has none. */
export const markdownField = {
  block: 'body',
  'promo-card': 'body',
  banner: 'message',
  question: 'answer',
  deadline: 'note',
  resource: null,
} as const satisfies Record<ContentFields['kind'], string | null>
