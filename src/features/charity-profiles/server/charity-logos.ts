import { randomUUID } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { type FileKey, fileKey } from '../../../server/files/files.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { examineFile } from '../../files/server/examine/examine-file.ts'
import type { removeCharityLogo, uploadCharityLogo } from '../profiles.contract.ts'
import { insertProfileChange, lockProfile, writeProfile } from './profiles.queries.ts'
import { charityProfile, requireRevision } from './profiles.ts'

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** A logo is shown small; a larger picture is probably a photograph. */
const maxSidePx = 2_000

/** The key of a logo's bytes in the file store. */
export const keyOfLogo = (realm: string, logoName: string): FileKey =>
  fileKey(realm, 'charity-logos', logoName.slice(0, 36))

/**
 * Stores a picture, examined and encoded again, as the logo of a charity for this realm alone. Throws `validation` for what is no picture or
 * is too large, `conflict` if the charity was changed in the meantime, `not-found`.
 */
export async function uploadLogo(
  { params, query: { revision }, upload }: HandlerInput<typeof uploadCharityLogo>,
  context: ContextOf<typeof uploadCharityLogo>,
): Promise<Reply<typeof uploadCharityLogo>> {
  await requireCharity(params.charityId, context)
  const { mediaType, bytes, size } = await examineFile(upload, requesterOf(context))
  const extension = extensions[mediaType]
  if (extension === undefined || !size)
    throw fieldProblem('file', 'Choose a picture: PNG, JPEG, WebP or GIF.')
  if (Math.max(size.widthPx, size.heightPx) > maxSidePx)
    throw fieldProblem('file', `Choose a picture of at most ${maxSidePx} pixels a side.`)
  const name = `${randomUUID()}.${extension}`
  const key = keyOfLogo(context.client.realm, name)
  await context.files.put(key, bytes)
  try {
    await setLogo(params.charityId, { revision, name }, context)
  } catch (error) {
    await context.files.remove(key)
    throw error
  }
  return await charityProfile({ params }, context)
}

/** Removes the logo. Throws `conflict` if the charity was changed in the meantime, `not-found`. */
export async function removeLogo(
  { params, body }: HandlerInput<typeof removeCharityLogo>,
  context: ContextOf<typeof removeCharityLogo>,
): Promise<Reply<typeof removeCharityLogo>> {
  await requireCharity(params.charityId, context)
  await setLogo(params.charityId, { revision: body.data.attributes.revision, name: null }, context)
  return await charityProfile({ params }, context)
}

type LogoContext = Pick<
  ContextOf<typeof uploadCharityLogo>,
  'db' | 'realmDb' | 'client' | 'actor' | 'clock' | 'request' | 'files'
>

async function requireCharity(charityId: string, { db, client }: LogoContext): Promise<void> {
  if (!(await findCharity(db, charityId, client.charityRegisters))) throw new Problem('not-found')
}

async function setLogo(
  charityId: string,
  { revision, name }: { revision: number; name: string | null },
  { realmDb, client, actor, clock, request, files }: LogoContext,
): Promise<void> {
  const author = nameOf(actor)
  const former = await realmDb.transaction().execute(async trx => {
    const stored = await lockProfile(trx, charityId)
    requireRevision(stored, revision)
    const before = stored?.logo_name ?? null
    if (before === name) return null
    const at = clock.now()
    await writeProfile(trx, {
      charity_id: charityId,
      logo_name: name,
      revision: revision + 1,
      changed_at: at,
      changed_by: author,
    })
    await insertProfileChange(trx, {
      charity_id: charityId,
      revision: revision + 1,
      before_change: JSON.stringify({ logo: before === null ? 'none' : 'a logo' }),
      after_change: JSON.stringify({ logo: name === null ? 'none' : 'a new logo' }),
      reason: name === null ? 'Removed the logo' : 'Uploaded a logo',
      actor_user_id: actor.userId,
      actor_name: author,
      at,
    })
    await recordAuditEvent(trx, {
      kind: 'charity-profile-changed',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at,
      address: request.ip,
      detail: { client: client.name, charity: charityId, fields: 'logo' },
    })
    return before
  })
  if (former !== null) await files.remove(keyOfLogo(client.realm, former))
}
