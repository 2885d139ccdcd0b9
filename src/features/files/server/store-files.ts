import { type BlockName, blockNames } from '../../../contract/content-kinds.ts'
import { Problem } from '../../../contract/problems.ts'
import { fileKey } from '../../../server/files/files.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { ManagedFile } from '../files.contract.ts'
import { type FileUse, listFileUse } from './file-use.queries.ts'
import { type FileRow, findFileRow } from './files.queries.ts'

/** The key of a file's bytes in the file store. File IDs are unique in a realm. */
export const keyOfFile = (realm: string, fileId: string) => fileKey(realm, 'content-files', fileId)

export const realmOf = ({ realmDb }: BaseContext) => realmDb

export async function fileResponse(context: BaseContext, fileId: string): Promise<ManagedFile> {
  const { client, clock } = context
  const row = await findFileRow(realmOf(context), client.name, fileId)
  if (!row) throw new Problem('not-found')
  return toResponse(row, await listFileUse(realmOf(context), { client: client.name, now: clock.now() }))
}

export function toResponse(row: FileRow, uses: readonly FileUse[]): ManagedFile {
  return {
    fileId: row.file_id,
    href: `/files/${row.file_id}/${row.name}`,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    widthPx: row.width_px,
    heightPx: row.height_px,
    alt: row.alt,
    uploadedBy: row.uploaded_by_name,
    uploadedAt: row.uploaded_at.toISOString(),
    usedBy: usesOf(row.file_id, uses),
  }
}

const kindLabels: Record<string, string> = {
  block: 'Block',
  'promo-card': 'Promo card',
  banner: 'Banner',
  question: 'Question',
  deadline: 'Deadline',
  resource: 'Resource',
}

const stateLabels = {
  shown: '',
  scheduled: ', scheduled',
  awaiting: ', awaiting approval',
} as const satisfies Record<FileUse['state'], string>

/** `Promo card “giving-report”`, `Block “Contact: above the form”, scheduled`. */
export function usesOf(fileId: string, uses: readonly FileUse[]): string[] {
  return uses
    .filter(use => use.file_id === fileId)
    .map(({ kind, name, state }) => {
      // hasOwn, which narrows no type, has found the name.
      const title = kind === 'block' && Object.hasOwn(blockNames, name) ? blockNames[name as BlockName] : name
      return `${kindLabels[kind] ?? kind} “${title}”${stateLabels[state]}`
    })
}
