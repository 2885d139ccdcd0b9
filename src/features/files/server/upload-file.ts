import { randomUUID } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { fileKinds, type MediaType } from '../domain/file-kinds.ts'
import type * as contract from '../files.contract.ts'
import { examineFile } from './examine/examine-file.ts'
import { addFileRow, countFiles } from './files.queries.ts'
import { fileResponse, keyOfFile, realmOf } from './store-files.ts'

/** The limit for each client, so that a person can still look through the list. */
const maxFiles = 2000

const maxNameLength = 100

/** Stores the bytes before the row, so that every row has its bytes. */
export async function uploadFile(
  { query, upload }: HandlerInput<typeof contract.uploadFile>,
  context: ContextOf<typeof contract.uploadFile>,
): Promise<Reply<typeof contract.uploadFile>> {
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
