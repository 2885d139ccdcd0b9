import { createHash } from 'node:crypto'
import { type Block, filePattern, type RichText } from '../../../contract/rich-text.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { writePdf } from '../../../server/pdf/write-pdf.ts'
import { type PublishedBlock, publishedBlock } from '../../content/server/published-content.ts'
import { keyOfFile } from '../../files/server/store-files.ts'
import type { GuideName } from '../domain/guides.ts'

export type Guide = { bytes: Buffer; etag: string }

/** All clients' guides in one version each, and a few of yesterday's; each takes some 40 KB. */
const guidesKept = 100
const picturesAtMost = 40

const made = new Map<string, Promise<Guide>>()

/**
 * The guide as published for the client now, made once for each version and kept in memory. null: the client hides it, or it is
 * about opening accounts where that is done in the portal.
 */
export async function guideFor(context: BaseContext, name: GuideName): Promise<Guide | null> {
  const { client, origin } = context
  if (name === 'account-opening-guide' && client.opening.kind !== 'pdf') return null
  const block = await publishedBlock(context, name)
  if (!block) return null
  // What stands in it says more than its number: a phone number of the client's may change without a new version.
  const key = createHash('sha256')
    .update(JSON.stringify([client.name, origin, block]))
    .digest('base64url')
  const known = made.get(key)
  if (known) return await known
  const guide = makeGuide(context, block)
  made.set(key, guide)
  const [oldest] = made.keys()
  if (made.size > guidesKept && oldest !== undefined) made.delete(oldest)
  return await guide.catch((error: unknown) => {
    made.delete(key)
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
    pictures: await picturesOf(context, block.body),
  })
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

async function picturesOf({ client, files }: BaseContext, text: RichText): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  for (const href of new Set(addressesOf(text).slice(0, picturesAtMost))) {
    const fileId = filePattern.test(href) ? href.split('/')[2] : undefined
    const bytes = fileId ? await files.get(keyOfFile(client.realm, fileId)) : null
    if (bytes) pictures.set(href, bytes)
  }
  return pictures
}

function addressesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(block => {
    if (block.kind === 'image') return [block.href]
    if (block.kind === 'quote') return addressesOf(block.children)
    return block.kind === 'list' ? block.items.flatMap(addressesOf) : []
  })
}
