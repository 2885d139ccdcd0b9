import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import type {
  addOneTimeCode,
  addPasskey,
  makeBackupCodes,
  startOneTimeCode,
  startPasskey,
} from '../../factors.contract.ts'
import { addFactor, noteAdded, startFactor } from './add-factor.ts'
import { makeBackupCodes as makeCodes } from './backup-codes.ts'
import { findOwner } from './credentials.queries.ts'
import { requestedBy } from './requested-factor.ts'

async function caller(context: BaseContext & { actor: Actor }) {
  const asked = requestedBy(context)
  return { asked, owner: await findOwner(asked, context.actor.userId) }
}

export async function startOwnPasskey(
  _input: unknown,
  context: ContextOf<typeof startPasskey>,
): Promise<Reply<typeof startPasskey>> {
  const { asked, owner } = await caller(context)
  const { creation } = await startFactor.passkey(asked, owner, context.actor.sessionId)
  return { creation }
}

export async function addOwnPasskey(
  { body }: HandlerInput<typeof addPasskey>,
  context: ContextOf<typeof addPasskey>,
): Promise<Reply<typeof addPasskey>> {
  const { asked, owner } = await caller(context)
  const { passkeyId } = await addFactor.passkey(asked, owner, {
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
  const { asked, owner } = await caller(context)
  const { setUp } = await startFactor.code(asked, owner)
  return setUp
}

export async function addOwnOneTimeCode(
  { body }: HandlerInput<typeof addOneTimeCode>,
  context: ContextOf<typeof addOneTimeCode>,
): Promise<Reply<typeof addOneTimeCode>> {
  const { asked, owner } = await caller(context)
  await addFactor.code(asked, owner, body.data.attributes)
  return {}
}

export async function makeOwnBackupCodes(
  _input: unknown,
  context: ContextOf<typeof makeBackupCodes>,
): Promise<Reply<typeof makeBackupCodes>> {
  const { asked, owner } = await caller(context)
  const note = noteAdded(asked, owner.userId, { factor: 'backup-code' })
  const codes = await makeCodes(asked, owner.userId, note)
  return { codes }
}
