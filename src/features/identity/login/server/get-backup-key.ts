import type { Reply } from '../../../../contract/endpoint.ts'
import type * as contract from '../../../../contract/open-session.contract.ts'
import { derivedKey } from '../../../../server/auth/encryption.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'

/** The same for all sessions of the person, so that a backup of one can be read in the next. Nothing of it is stored. */
export function getBackupKey(
  _input: unknown,
  { identity, client, actor }: ContextOf<typeof contract.getBackupKey>,
): Promise<Reply<typeof contract.getBackupKey>> {
  const key = derivedKey(identity.secret, `local backups ${client.realm} ${actor.userId}`)
  return Promise.resolve({ key: key.toString('base64url') })
}
