import { createHash } from 'node:crypto'
import { type Block, filePattern, type RichText } from '../../../contract/rich-text.ts'
import { dateOf } from '../../../domain/dates.ts'
import { visitorOf } from '../../../server/heavy-work/requester.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { drawKeptPdf } from '../../../server/pdf/draw-pdf.ts'
import { programDate } from '../../../server/program-version.ts'
import { publishedBlock } from '../../content/server/published-content.ts'
import { keyOfFile } from '../../files/server/store-files.ts'
import type { GuideName } from '../domain/guides.ts'

type Guide = { bytes: Buffer; etag: string }

const maxImages = 40

/**
 * The client's current guide or form, drawn once for each version; null where the client hides it or has nothing that it is about.
 */
export async function guideFor(context: BaseContext, name: GuideName): Promise<Guide | null> {
  const { client, origin } = context
  const block = await publishedBlock(context, name)
  if (!block) return null
  const bytes = await drawKeptPdf(
    {
      title: block.title ?? client.displayName,
      text: block.body,
      client,
      origin,
      versionOf: block.publishedAt ? dateOf(block.publishedAt, client.timeZone) : null,
      createdAt: block.publishedAt ?? programDate,
    },
    visitorOf(context),
    async () => await imagesOf(context, block.body),
  )
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), etag: etagOf(bytes) }
}

/** A kept document stays the same object. */
const etags = new WeakMap<Uint8Array, string>()

function etagOf(bytes: Uint8Array): string {
  const etag = etags.get(bytes) ?? `"${createHash('sha256').update(bytes).digest('base64url')}"`
  etags.set(bytes, etag)
  return etag
}

async function imagesOf({ client, files }: BaseContext, text: RichText): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>()
  for (const href of new Set(imageHrefsOf(text).slice(0, maxImages))) {
    const fileId = filePattern.test(href) ? href.split('/')[2] : undefined
    const bytes = fileId ? await files.get(keyOfFile(client.realm, fileId)) : null
    if (bytes) images.set(href, bytes)
  }
  return images
}

function imageHrefsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(block => {
    if (block.kind === 'image') return [block.href]
    if (block.kind === 'quote') return imageHrefsOf(block.children)
    return block.kind === 'list' ? block.items.flatMap(imageHrefsOf) : []
  })
}
