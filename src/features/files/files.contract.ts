import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { typedText } from '../../contract/typed-text.ts'
import { command, fileName, listOf, wholeNumber } from '../../contract/wire.ts'
import { maxAltLength, maxFileBytes } from './domain/file-kinds.ts'

const altText = typedText(maxAltLength)

/** A picture or PDF that the client's editors have uploaded. Its `href` never changes and always returns the same bytes. */
const managedFile = z.object({
  fileId: z.string(),
  /** `/files/{fileId}/{name}`, to which texts, cards and resources link. */
  href: z.string(),
  name: z.string(),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf']),
  bytes: z.int(),
  /** The size of a picture; null for a PDF. */
  widthPx: z.nullable(z.int()),
  heightPx: z.nullable(z.int()),
  /** The alternative text of a picture; empty for a PDF and for a decorative picture. */
  alt: z.string(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
  /** The published, scheduled or awaiting texts that use the file. While there is one, the file cannot be removed. */
  usedBy: z.array(z.string()),
})
export type ManagedFile = z.output<typeof managedFile>

const fileId = z.uuid()

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/files',
  summary: 'Lists the pictures and PDFs of this client, newest first, with the texts that use them',
  access: 'CONTENT_EDIT',
  query: z.object({
    first: z._default(wholeNumber(1, 200), 50),
    after: z.optional(z.string().check(z.maxLength(200))),
    kind: z._default(z.enum(['all', 'picture', 'pdf']), 'all'),
    /** Part of the name or of the alternative text. */
    keywords: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  reply: listOf(managedFile),
})

/**
 * The body is the file itself. Its bytes decide its type, not its name or the browser. The browser calls
 * `call(uploadFile, { query: { name: file.name, alt }, upload: file })`.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/files',
  summary: 'Stores a picture (PNG, JPEG, WebP or GIF, 5 MB) or a PDF (20 MB) for this client’s texts',
  access: 'CONTENT_EDIT',
  query: z.object({ name: fileName, alt: z._default(altText, '') }),
  upload: { maxBytes: maxFileBytes },
  reply: managedFile,
})

export const describeFile = endpoint({
  method: 'POST',
  path: '/api/files/{fileId}/alt',
  summary: 'Changes the alternative text of a picture',
  access: 'CONTENT_EDIT',
  params: z.object({ fileId }),
  body: command(z.object({ alt: altText })),
  reply: managedFile,
})

export const removeFile = endpoint({
  method: 'POST',
  path: '/api/files/{fileId}/remove',
  summary: 'Removes a file; rejected while a published, scheduled or awaiting text uses it',
  access: 'CONTENT_EDIT',
  params: z.object({ fileId }),
  reply: z.object({ removed: z.literal(true) }),
})
