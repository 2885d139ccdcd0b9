import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { type FileKey, fileKey } from '../../../server/files/files.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../profiles.contract.ts'
import { insertProfileChange, lockProfile, writeProfile } from './profiles.queries.ts'
import { requireRevision } from './profiles.ts'

/** The key of a logo's bytes in the file store. */
export const keyOfLogo = (realm: string, logoName: string): FileKey =>
  fileKey(realm, 'charity-logos', logoName.slice(0, 36))

type LogoContext = Pick<
  ContextOf<typeof contract.uploadCharityLogo>,
  'db' | 'realmDb' | 'client' | 'actor' | 'clock' | 'request' | 'files'
>

export async function setLogo(
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
