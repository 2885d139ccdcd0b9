import { randomUUID } from 'node:crypto'
import { type BlockName, blockNames } from '../../../contract/content-kinds.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { fileKey } from '../../../server/files/files.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { fileKinds, type MediaType } from '../domain/file-kinds.ts'
import type { describeFile, listFiles, ManagedFile, removeFile, uploadFile } from '../files.contract.ts'
import { examineFile } from './examine/examine-file.ts'
import { type FileUse, listFileUse } from './file-use.queries.ts'
import {
  addFileRow,
  changeAlt,
  countFiles,
  type FileRow,
  fileKeysets,
  findFileRow,
  listFileRows,
  lockFile,
  markRemoved,
} from './files.queries.ts'

/** The limit for each client, so that a person can still look through the list. */
const maxFiles = 2000
const maxNameLength = 100

/** The key of a file's bytes in the file store. File IDs are unique in a realm. */
export const keyOfFile = (realm: string, fileId: string) => fileKey(realm, 'content-files', fileId)

const realmOf = ({ realmDb }: BaseContext) => realmDb

export async function filesOfClient(
  { query }: HandlerInput<typeof listFiles>,
  context: ContextOf<typeof listFiles>,
): Promise<Reply<typeof listFiles>> {
  const { client, clock } = context
  const page = keysetPage({ query, defaultSort: '-uploadedAt', keysetsOf: fileKeysets })
  const found = await listFileRows(realmOf(context), { client: client.name, ...query }, page)
  const uses = await listFileUse(realmOf(context), { client: client.name, now: clock.now() })
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => toResponse(row, uses)), meta }
}

/** Stores the bytes before the row, so that every row has its bytes. */
export async function storeFile(
  { query, upload }: HandlerInput<typeof uploadFile>,
  context: ContextOf<typeof uploadFile>,
): Promise<Reply<typeof uploadFile>> {
  const { client, files, clock, actor } = context
  const realmDb = realmOf(context)
  if ((await countFiles(realmDb, client.name)) >= maxFiles)
    throw new Problem('conflict', {
      detail: `There are already ${maxFiles} files. Delete some that aren’t in use, then try again.`,
    })
  const { mediaType, bytes, sha256, size } = await examineFile(upload, requesterOf(context))
  const fileId = randomUUID()
  const key = keyOfFile(client.realm, fileId)
  await files.put(key, bytes)
  try {
    await addFileRow(realmDb, {
      file_id: fileId,
      client: client.name,
      name: nameOfFile(query.name, mediaType),
      media_type: mediaType,
      bytes: bytes.length,
      sha256: Buffer.from(sha256),
      width_px: size?.widthPx ?? null,
      height_px: size?.heightPx ?? null,
      alt: size ? query.alt : '',
      uploaded_by: actor.userId,
      uploaded_at: clock.now(),
    })
  } catch (error) {
    await files.remove(key)
    throw error
  }
  return await fileResponse(context, fileId)
}

export async function describePicture(
  { params, body }: HandlerInput<typeof describeFile>,
  context: ContextOf<typeof describeFile>,
): Promise<Reply<typeof describeFile>> {
  const { fileId } = params
  const { alt } = body.data.attributes
  if (!(await changeAlt(realmOf(context), { client: context.client.name, fileId, alt })))
    throw new Problem('not-found')
  return await fileResponse(context, fileId)
}

/** Marks the row before it removes the bytes, so that a repeated request removes bytes that an error left behind. */
export async function removeUnusedFile(
  { params: { fileId } }: HandlerInput<typeof removeFile>,
  context: ContextOf<typeof removeFile>,
): Promise<Reply<typeof removeFile>> {
  const { client, clock, files, actor } = context
  await realmOf(context)
    .transaction()
    .execute(async trx => {
      const file = await lockFile(trx, client.name, fileId)
      if (!file) throw new Problem('not-found')
      if (file.isRemoved) return
      const uses = usesOf(fileId, await listFileUse(trx, { client: client.name, now: clock.now() }))
      if (uses.length > 0)
        throw new Problem('conflict', {
          detail: `${file.name} is still in use: ${uses.join('; ')}. Remove it there first.`,
        })
      await markRemoved(trx, { fileId, userId: actor.userId, now: clock.now() })
    })
  await files.remove(keyOfFile(client.realm, fileId))
  return { removed: true }
}

async function fileResponse(context: BaseContext, fileId: string): Promise<ManagedFile> {
  const { client, clock } = context
  const row = await findFileRow(realmOf(context), client.name, fileId)
  if (!row) throw new Problem('not-found')
  return toResponse(row, await listFileUse(realmOf(context), { client: client.name, now: clock.now() }))
}

function toResponse(row: FileRow, uses: readonly FileUse[]): ManagedFile {
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
function usesOf(fileId: string, uses: readonly FileUse[]): string[] {
  return uses
    .filter(use => use.file_id === fileId)
    .map(({ kind, name, state }) => {
      const title = kind === 'block' && Object.hasOwn(blockNames, name) ? blockNames[name as BlockName] : name
      return `${kindLabels[kind] ?? kind} “${title}”${stateLabels[state]}`
    })
}

/**
 * The name of a file in its URL: the uploaded name in lower-case letters, digits and hyphens, with the extension of its type.
 * The PNG `Médaille d’or (2).JPEG` becomes `medaille-d-or-2.png`.
 */
function nameOfFile(uploadedName: string, mediaType: MediaType): string {
  const { extension, isPicture } = fileKinds[mediaType]
  const last = uploadedName.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/\.[^.]{0,10}$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replaceAll(/^-+|-+$/g, '')
  return `${plain || (isPicture ? 'picture' : 'document')}.${extension}`
}
