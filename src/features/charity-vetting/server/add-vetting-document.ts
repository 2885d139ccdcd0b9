import { hash, randomUUIDv7 } from 'node:crypto'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import { violates } from '../../../server/db/violates.ts'
import { encryptBytes } from '../../../server/files/encrypted-bytes.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { examineUpload, quarantined } from '../../documents/server/examine-upload.ts'
import { nameOfDocument } from '../../files/domain/document-files.ts'
import { maxVettingDocuments } from '../domain/vetting.ts'
import type * as contract from '../vettings.contract.ts'
import { ownerOfVettingDocument } from './vetting-documents.ts'
import { insertVettingDocument } from './vettings.queries.ts'
import { requireVetting, vettingResponse } from './vettings.ts'

type Context = BaseContext & { actor: Actor }

/**
 * Stores a supporting document of a vetting, examined, scanned and encrypted. Throws `validation` for another kind of file, for one in
 * which the scanner found something, and for an eleventh; `conflict` where the vetting is decided; `not-found`.
 */
export async function addVettingDocument(
  { params: { vettingId }, query, upload }: HandlerInput<typeof contract.addVettingDocument>,
  context: Context,
): Promise<contract.Vetting> {
  const { realmDb, client, actor, clock, documentFiles } = context
  await requireVetting(realmDb, vettingId)
  const { mediaType, bytes, finding } = await examineUpload(upload, context)
  if (finding !== null) throw quarantined(finding)
  const documentId = randomUUIDv7()
  const { ciphertext, dataKey } = encryptBytes(
    documentFiles.keys,
    ownerOfVettingDocument(client.realm, documentId),
    bytes,
  )
  try {
    await insertVettingDocument(realmDb, {
      paper_id: documentId,
      vetting_id: vettingId,
      name: nameOfDocument(query.name, mediaType),
      media_type: mediaType,
      bytes: bytes.length,
      sha256: hash('sha256', bytes, 'buffer'),
      ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
      added_by: actor.userId,
      added_by_name: nameOf(actor),
      added_at: clock.now(),
    })
  } catch (error) {
    if (violates(error, 'vetting_open'))
      throw new Problem('conflict', {
        detail: 'This vetting has been decided, so you can’t add more documents.',
      })
    if (violates(error, 'papers_of_vetting'))
      throw fieldProblem('file', `A vetting can have up to ${maxVettingDocuments} documents`)
    throw error
  }
  return vettingResponse(await requireVetting(realmDb, vettingId), context)
}
