import * as z from 'zod/mini'
import { uuidPattern } from '../domain/uuid.ts'

/**
 * Managed text on the wire: a tree of the few elements that a text may contain. Editors write Markdown; the server converts
 * it (src/features/content/server/markdown/) and drops everything else. The browser, PDFs and mails draw the same tree, so none
 * of them handles markup.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  /** A path of the portal (`/faq`), or an https, mailto or tel address; nothing else. */
  | { kind: 'link'; href: string; children: Inline[] }

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** Level 2 is the highest, because the page's heading is level 1. `id` is the target of deep links. */
  | { kind: 'heading'; level: 2 | 3 | 4; id: string; children: Inline[] }
  | { kind: 'list'; start: number | null; items: Block[][] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'rule' }
  /** Every row has as many cells as the head. */
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  /** An image from the client's files; width and height reserve its space while it loads. */
  | { kind: 'image'; href: string; alt: string; widthPx: number; heightPx: number }

export type RichText = Block[]

/** The addresses that managed text may link to. */
export const linkPattern =
  /^(https:\/\/[^\s/?#\\]+|mailto:[^\s@]+@[^\s@]+|tel:\+?[\d()\s.-]+|\/(?![/\\])|#)[^\s\\]*$/i
/** The folder of the client's images and documents. */
export const filePattern = new RegExp(`^/files/${uuidPattern}/[\\w.-]{1,120}$`)

const inline: z.ZodMiniType<Inline> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string() }),
    z.object({ kind: z.literal('code'), text: z.string() }),
    z.object({ kind: z.literal('break') }),
    z.object({ kind: z.enum(['strong', 'emphasis']), children: z.array(inline) }),
    z.object({
      kind: z.literal('link'),
      href: z.string().check(z.regex(linkPattern)),
      children: z.array(inline),
    }),
  ]),
)

const block: z.ZodMiniType<Block> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('paragraph'), children: z.array(inline) }),
    z.object({
      kind: z.literal('heading'),
      level: z.union([z.literal(2), z.literal(3), z.literal(4)]),
      id: z.string(),
      children: z.array(inline),
    }),
    z.object({ kind: z.literal('list'), start: z.nullable(z.int()), items: z.array(z.array(block)) }),
    z.object({ kind: z.literal('quote'), children: z.array(block) }),
    z.object({ kind: z.literal('rule') }),
    z.object({
      kind: z.literal('table'),
      head: z.array(z.array(inline)),
      rows: z.array(z.array(z.array(inline))),
    }),
    z.object({
      kind: z.literal('image'),
      href: z.string().check(z.regex(filePattern)),
      alt: z.string(),
      widthPx: z.int(),
      heightPx: z.int(),
    }),
  ]),
)

export const richText: z.ZodMiniType<RichText> = z.array(block)
