import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { command, listOf, wholeNumber } from '../../contract/wire.ts'
import { largestFileBytes } from './domain/file-kinds.ts'

const altText = z.string().check(z.trim(), z.maxLength(300, 'At most 300 characters describe a picture.'))

/** A picture or PDF that the client's editors keep. It is served at `href`, which never changes and never gives other bytes. */
export const managedFile = z.object({
  fileId: z.string(),
  /** `/files/{fileId}/{name}`: what managed text, cards and resources lead to. */
  href: z.string(),
  name: z.string(),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf']),
  bytes: z.int(),
  /** Of pictures; null for a PDF. */
  widthPx: z.nullable(z.int()),
  heightPx: z.nullable(z.int()),
  /** What a picture shows, for whoever does not see it; empty for a PDF and for a picture that says nothing. */
  alt: z.string(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
  /** Texts that hold it and are published, scheduled or awaiting approval: while there is one it cannot be removed. */
  usedBy: z.array(z.string()),
})
export type ManagedFile = z.output<typeof managedFile>

const fileId = z.uuid()

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/files',
  summary: 'The pictures and PDFs of this client, newest first, with the texts that use them',
  access: 'CONTENT_EDIT',
  query: z.object({
    first: z._default(wholeNumber(1, 200), 50),
    after: z.optional(z.string().check(z.maxLength(200))),
    kind: z._default(z.enum(['all', 'picture', 'pdf']), 'all'),
    /** Part of the name or of what the picture shows. */
    keywords: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  reply: listOf(managedFile),
})

/**
 * The bytes are the body as they stand; what they are is read from them, whatever name and browser say. The browser calls
 * `call(uploadFile, { query: { name: file.name, alt }, upload: file })`.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/files',
  summary: 'Keeps a picture (PNG, JPEG, WebP or GIF, 5 MB) or a PDF (20 MB) for this client’s texts',
  access: 'CONTENT_EDIT',
  query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(255)), alt: z._default(altText, '') }),
  upload: { bytesAtMost: largestFileBytes },
  reply: managedFile,
})

export const describeFile = endpoint({
  method: 'POST',
  path: '/api/files/{fileId}/alt',
  summary: 'Changes what a picture is said to show',
  access: 'CONTENT_EDIT',
  params: z.object({ fileId }),
  body: command(z.object({ alt: altText })),
  reply: managedFile,
})

export const removeFile = endpoint({
  method: 'POST',
  path: '/api/files/{fileId}/remove',
  summary:
    'Takes a file out of the list and off its address; refused while a text that is published, scheduled or awaiting approval uses it',
  access: 'CONTENT_EDIT',
  params: z.object({ fileId }),
  reply: z.object({ removed: z.literal(true) }),
})
