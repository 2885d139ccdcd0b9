import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { OneTimeCodeSetUp } from '../../../features/security/factors.contract.ts'
import type { NewPasskey, PasskeyCreation } from '../../../features/security/webauthn.contract.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { browserOf } from '../../session/browser-of.ts'
import type { FactorAsked, Proved } from './factor-asked.ts'
import { countPasskeys, type Owner } from './factors.queries.ts'
import { beginOneTimeCode, confirmOneTimeCode } from './one-time-codes.ts'
import { acceptPasskey, createPasskey, methodsOfPasskey, mostPasskeys } from './passkeys.ts'

type Begun = { kind: 'passkey'; creation: PasskeyCreation } | { kind: 'code'; setUp: OneTimeCodeSetUp }

/** What the person's browser makes a passkey from, or their app its codes. `boundTo` is the session or the sign-in. */
export async function beginFactor(
  asked: FactorAsked,
  owner: Owner,
  { kind, boundTo }: { kind: 'passkey' | 'code'; boundTo: string },
): Promise<Begun> {
  if (kind === 'code') return { kind, setUp: await beginOneTimeCode(asked, owner) }
  if ((await countPasskeys(asked, owner.userId)) >= mostPasskeys)
    throw new Problem('conflict', { detail: 'You have as many passkeys as there can be. Remove one first.' })
  return { kind, creation: await createPasskey(asked, owner, boundTo) }
}

type Made = { boundTo: string; userAgent: string | undefined; name?: string | undefined } & (
  | { kind: 'passkey'; passkey: NewPasskey }
  | { kind: 'code'; setUpId: string; code: string }
)

/** Adds what was begun. What has thereby been proved; `id` is a new passkey's. Throws `validation` where it is not good. */
export async function addFactor(
  asked: FactorAsked,
  { userId }: Owner,
  made: Made,
): Promise<Proved & { id: string | null }> {
  const { realmDb, client, now, address } = asked
  const name = made.name ?? browserOf(made.userAgent) ?? 'Passkey'
  const passkey =
    made.kind === 'passkey'
      ? await acceptPasskey(asked, made.passkey, { userId, boundTo: made.boundTo, name })
      : null
  if (made.kind === 'passkey' && !passkey)
    throw new Problem('validation', { detail: 'The passkey could not be added. Please try again.' })
  if (made.kind === 'code' && !(await confirmOneTimeCode(asked, userId, made)))
    throw fieldProblem('code', 'This code is not right. Wait for the next one and enter that')
  await recordAuditEvent(realmDb, {
    kind: 'factor-added',
    userId,
    at: now,
    address,
    detail: { client: client.name, factor: made.kind, ...(passkey ? { name } : {}) },
  })
  return passkey
    ? { id: passkey.passkeyId, amr: methodsOfPasskey(passkey), acr: 'urn:almoner:acr:passkey' }
    : { id: null, amr: ['otp'], acr: 'urn:almoner:acr:two-factors' }
}
