import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import type {
  addOneTimeCode,
  addPasskey,
  makeBackupCodes,
  startOneTimeCode,
  startPasskey,
} from '../factors.contract.ts'
import { addFactor, recordAddedFactor, startFactor } from './add-factor.ts'
import { makeBackupCodes as createBackupCodes } from './backup-codes.ts'
import { findOwner } from './credentials.queries.ts'
import { mfaContextOf } from './mfa-context.ts'

async function caller(context: BaseContext & { actor: Actor }) {
  const mfa = mfaContextOf(context)
  return { mfa, owner: await findOwner(mfa, context.actor.userId) }
}

export async function startOwnPasskey(
  _input: unknown,
  context: ContextOf<typeof startPasskey>,
): Promise<Reply<typeof startPasskey>> {
  const { mfa, owner } = await caller(context)
  const { creation } = await startFactor.passkey(mfa, owner, context.actor.sessionId)
  return { creation }
}

export async function addOwnPasskey(
  { body }: HandlerInput<typeof addPasskey>,
  context: ContextOf<typeof addPasskey>,
): Promise<Reply<typeof addPasskey>> {
  const { mfa, owner } = await caller(context)
  const { passkeyId } = await addFactor.passkey(mfa, owner, {
    ...body.data.attributes,
    boundTo: context.actor.sessionId,
    userAgent: context.request.headers['user-agent'],
  })
  return { passkeyId }
}

export async function startOwnOneTimeCode(
  _input: unknown,
  context: ContextOf<typeof startOneTimeCode>,
): Promise<Reply<typeof startOneTimeCode>> {
  const { mfa, owner } = await caller(context)
  const { setUp } = await startFactor.code(mfa, owner)
  return setUp
}

export async function addOwnOneTimeCode(
  { body }: HandlerInput<typeof addOneTimeCode>,
  context: ContextOf<typeof addOneTimeCode>,
): Promise<Reply<typeof addOneTimeCode>> {
  const { mfa, owner } = await caller(context)
  await addFactor.code(mfa, owner, body.data.attributes)
  return {}
}

export async function makeOwnBackupCodes(
  _input: unknown,
  context: ContextOf<typeof makeBackupCodes>,
): Promise<Reply<typeof makeBackupCodes>> {
  const { mfa, owner } = await caller(context)
  const record = recordAddedFactor(mfa, owner.userId, { factor: 'backup-code' })
  const codes = await createBackupCodes(mfa, owner.userId, record)
  return { codes }
}
