import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { ContentFields } from '../domain/content-fields.ts'
import { filesNamedIn } from '../domain/links.ts'
import { type FileOfContent, findFiles } from './live.queries.ts'
import type { Picture } from './markdown/reader.ts'

/** The client's files that texts link to, by address. */
export type ContentFiles = {
  pictureAt(href: string): Picture | undefined
  /** `PDF, 120 KB`; null if the address is not one of the client's files. */
  aboutFile(href: string): string | null
}

export async function filesOf(
  realmDb: Kysely<DB>,
  client: string,
  texts: readonly ContentFields[],
): Promise<ContentFiles> {
  const named = filesNamedIn(JSON.stringify(texts))
  const fileIds = [...new Set(named.map(({ fileId }) => fileId))]
  const files = await findFiles(realmDb, { client, fileIds })
  const byAddress = new Map(files.map(file => [`/files/${file.file_id}/${file.name}`, file]))
  return {
    pictureAt: href => {
      const { alt, width_px, height_px } = byAddress.get(href) ?? noPicture
      return width_px === null || height_px === null
        ? undefined
        : { alt, widthPx: width_px, heightPx: height_px }
    },
    aboutFile: href => {
      const file = byAddress.get(href)
      return file ? `${kindOf(file)}, ${sizeOf(file.bytes)}` : null
    },
  }
}

const noPicture = { alt: '', width_px: null, height_px: null }

function kindOf({ media_type }: FileOfContent): string {
  return media_type === 'application/pdf' ? 'PDF' : 'Picture'
}

function sizeOf(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
