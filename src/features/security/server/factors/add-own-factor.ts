import type { Given, Reply } from '../../../../contract/endpoint.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { addFactor, beginFactor, noteAdded } from '../../../../server/identity/factors/add-factor.ts'
import { askedBy } from '../../../../server/identity/factors/factor-asked.ts'
import { findOwner } from '../../../../server/identity/factors/factors.queries.ts'
import { makeBackupCodes as makeCodes } from '../../../../server/identity/factors/kinds/backup-codes.ts'
import type { Actor } from '../../../../server/session/actor.ts'
import type {
  addOneTimeCode,
  addPasskey,
  beginOneTimeCode,
  beginPasskey,
  makeBackupCodes,
} from '../../factors.contract.ts'

async function caller(context: BaseContext & { actor: Actor }) {
  const asked = askedBy(context)
  return { asked, owner: await findOwner(asked, context.actor.userId) }
}

export async function beginOwnPasskey(
  _given: unknown,
  context: ContextOf<typeof beginPasskey>,
): Promise<Reply<typeof beginPasskey>> {
  const { asked, owner } = await caller(context)
  const { creation } = await beginFactor.passkey(asked, owner, context.actor.sessionId)
  return { creation }
}

export async function addOwnPasskey(
  { body }: Given<typeof addPasskey>,
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

export async function beginOwnOneTimeCode(
  _given: unknown,
  context: ContextOf<typeof beginOneTimeCode>,
): Promise<Reply<typeof beginOneTimeCode>> {
  const { asked, owner } = await caller(context)
  const { setUp } = await beginFactor.code(asked, owner)
  return setUp
}

export async function addOwnOneTimeCode(
  { body }: Given<typeof addOneTimeCode>,
  context: ContextOf<typeof addOneTimeCode>,
): Promise<Reply<typeof addOneTimeCode>> {
  const { asked, owner } = await caller(context)
  await addFactor.code(asked, owner, body.data.attributes)
  return {}
}

export async function makeOwnBackupCodes(
  _given: unknown,
  context: ContextOf<typeof makeBackupCodes>,
): Promise<Reply<typeof makeBackupCodes>> {
  const { asked, owner } = await caller(context)
  const note = noteAdded(asked, owner.userId, { factor: 'backup-code' })
  const codes = await makeCodes(asked, owner.userId, note)
  return { codes }
}
