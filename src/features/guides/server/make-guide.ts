import { createHash } from 'node:crypto'
import { type Block, filePattern, type RichText } from '../../../contract/rich-text.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { writePdf } from '../../../server/pdf/write-pdf.ts'
import { programDate } from '../../../server/program-version.ts'
import { type PublishedBlock, publishedBlock } from '../../content/server/published-content.ts'
import { keyOfFile } from '../../files/server/store-files.ts'
import type { GuideName } from '../domain/guides.ts'

type Guide = { bytes: Buffer; etag: string }

/** Enough for the guides of all clients and a few older versions, at about 40 KB each. */
const maxCachedGuides = 100
const maxImages = 40

const guideCache = new Map<string, Promise<Guide>>()

/**
 * The client's current guide, rendered once for each version and cached in memory. null where the client hides it, or for
 * the account-opening guide where accounts are opened in the portal.
 */
export async function guideFor(context: BaseContext, name: GuideName): Promise<Guide | null> {
  const { client, origin } = context
  if (name === 'account-opening-guide' && client.opening.kind !== 'pdf') return null
  const block = await publishedBlock(context, name)
  if (!block) return null
  // The key is a hash of the content, because a client's phone number can change without a new version.
  const key = createHash('sha256')
    .update(JSON.stringify([client.name, origin, block]))
    .digest('base64url')
  const cached = guideCache.get(key)
  if (cached) return await cached
  const guide = makeGuide(context, block)
  guideCache.set(key, guide)
  const [oldest] = guideCache.keys()
  if (guideCache.size > maxCachedGuides && oldest !== undefined) guideCache.delete(oldest)
  return await guide.catch((error: unknown) => {
    guideCache.delete(key)
    throw error
  })
}

async function makeGuide(context: BaseContext, block: PublishedBlock): Promise<Guide> {
  const { client, origin } = context
  const bytes = await writePdf({
    title: block.title ?? client.displayName,
    text: block.body,
    client,
    origin,
    versionOf: block.publishedAt ? dateOf(block.publishedAt, client.timeZone) : null,
    createdAt: block.publishedAt ?? programDate,
    pictures: await imagesOf(context, block.body),
  })
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
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
