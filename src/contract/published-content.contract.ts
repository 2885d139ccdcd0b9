import * as z from 'zod/mini'
import { keysOf } from '../domain/keys-of.ts'
import { contentPlaces } from './content-kinds.ts'
import { endpoint } from './endpoint.ts'
import { richText } from './rich-text.ts'
import { isoDate } from './wire.ts'

export const maxContentNameLength = 80

/** A stable name, unique within the kind: for deep links (`/faq#what-is-a-daf`) and dismissed banners. */
export const contentName = z
  .string()
  .check(
    z.regex(
      new RegExp(`^[a-z0-9][a-z0-9-]{0,${maxContentNameLength - 1}}$`),
      `Use up to ${maxContentNameLength} lowercase letters and digits, with hyphens between, and start with a letter or digit`,
    ),
  )
const name = contentName

const block = z.object({ name, title: z.nullable(z.string()), body: richText })
const promoCard = z.object({
  name,
  /** The promo-card ids of the routes that show it (§2.5). */
  group: z.string(),
  title: z.string(),
  body: richText,
  link: z.nullable(z.object({ text: z.string(), href: z.string() })),
  image: z.nullable(z.object({ href: z.string(), alt: z.string(), widthPx: z.int(), heightPx: z.int() })),
})
/** A banner (§3); `message` is Markdown, `template` one of the program's own. Lower `index` comes first. */
const banner = z.object({
  name,
  /** Rises with each publication, so that people who dismissed an older version see the new one. */
  version: z.int(),
  message: richText,
  template: z.nullable(z.enum(['giving-season'])),
  design: z.enum(['information', 'success', 'caution', 'danger']),
  dismissable: z.boolean(),
  index: z.int(),
  audience: z.enum(['everyone', 'signed-in', 'visitors']),
})
const question = z.object({ name, topic: z.string(), question: z.string(), answer: richText })
/** One row of the contribution deadlines (§2.11). */
const deadline = z.object({ name, gift: z.string(), on: isoDate, note: richText })
const resource = z.object({
  name,
  group: z.string(),
  title: z.string(),
  description: z.string(),
  href: z.string(),
  /** For documents: `PDF, 120 KB`. */
  about: z.nullable(z.string()),
})

/** The published content of a place for this client, in display order. Blocks without text are absent. */
export const publishedContent = z.object({
  blocks: z.array(block),
  promoCards: z.array(promoCard),
  banners: z.array(banner),
  questions: z.array(question),
  deadlines: z.array(deadline),
  resources: z.array(resource),
})
export type PublishedContent = z.infer<typeof publishedContent>

const places = keysOf(contentPlaces)

export const getContent = endpoint({
  method: 'GET',
  path: '/api/content/{place}',
  summary: 'Returns the managed content of one place, as published for this client; with an ETag',
  access: 'public',
  params: z.object({ place: z.enum(places) }),
  reply: publishedContent,
})
