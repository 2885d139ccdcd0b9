import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import { recordAddedFactor } from './add-factor.ts'
import { caller } from './add-own-factor.ts'
import { makeBackupCodes as createBackupCodes } from './backup-codes.ts'

export async function makeBackupCodes(
  _input: unknown,
  context: ContextOf<typeof contract.makeBackupCodes>,
): Promise<Reply<typeof contract.makeBackupCodes>> {
  const { mfa, owner } = await caller(context)
  const record = recordAddedFactor(mfa, owner.userId, { factor: 'backup-code' })
  const codes = await createBackupCodes(mfa, owner.userId, record)
  return { codes }
}
