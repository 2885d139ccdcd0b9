import type { Kysely } from 'kysely'
import type { FactorKind, OneTimeCodeSetUp } from '../../../../contract/factors.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { NewPasskey, PasskeyCreation } from '../../../../contract/webauthn.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { browserOf } from '../../../../server/auth/user-agent.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { mailFactorChange } from '../../../../server/mail/factor-mail.ts'
import { countPasskeys, type Owner } from './credentials.queries.ts'
import type { Authentication, MfaContext } from './mfa-context.ts'
import { confirmOneTimeCode, startOneTimeCode } from './one-time-codes.ts'
import { acceptPasskey, createPasskey, maxPasskeys, methodsOfPasskey } from './passkeys.ts'

/** Starts a set-up: passkey creation options or a one-time code secret. `boundTo` is the session or the interaction. */
export const startFactor = {
  passkey: async (
    mfa: MfaContext,
    owner: Owner,
    boundTo: string,
  ): Promise<{ kind: 'passkey'; creation: PasskeyCreation }> => {
    if ((await countPasskeys(mfa, owner.userId)) >= maxPasskeys)
      throw new Problem('conflict', {
        detail: 'You have the maximum number of passkeys. Remove one first.',
      })
    return { kind: 'passkey', creation: await createPasskey(mfa, owner, boundTo) }
  },
  code: async (mfa: MfaContext, owner: Owner): Promise<{ kind: 'code'; setUp: OneTimeCodeSetUp }> => ({
    kind: 'code',
    setUp: await startOneTimeCode(mfa, owner),
  }),
}

type CreatedPasskey = {
  passkey: NewPasskey
  boundTo: string
  userAgent: string | undefined
  /** Defaults to the browser's label. */
  name?: string | undefined
}

/** Finishes a set-up. Returns how the person authenticated by it; throws `validation` if the passkey or code is invalid. */
export const addFactor = {
  passkey: async (
    mfa: MfaContext,
    { userId }: Owner,
    { passkey, boundTo, userAgent, name = browserOf(userAgent) ?? 'Passkey' }: CreatedPasskey,
  ): Promise<Authentication & { passkeyId: string }> => {
    const record = recordAddedFactor(mfa, userId, { factor: 'passkey', name })
    const accepted = await acceptPasskey(mfa, passkey, { userId, boundTo, name }, record)
    if (!accepted)
      throw new Problem('validation', { detail: 'The passkey could not be added. Please try again.' })
    const { passkeyId } = accepted
    return { passkeyId, amr: methodsOfPasskey(accepted), acr: 'urn:almoner:acr:passkey' }
  },
  code: async (
    mfa: MfaContext,
    { userId }: Owner,
    typed: { setUpId: string; code: string },
  ): Promise<Authentication> => {
    if (!(await confirmOneTimeCode(mfa, userId, typed, recordAddedFactor(mfa, userId, { factor: 'code' }))))
      throw fieldProblem('code', 'This code isn’t correct. Wait for the next one and enter that')
    return { amr: ['otp'], acr: 'urn:almoner:acr:two-factors' }
  },
}

/** Returns a function that records the added factor and notifies the person by mail, in the transaction that adds it. */
export function recordAddedFactor(
  mfa: MfaContext,
  userId: string,
  detail: { factor: FactorKind; name?: string },
) {
  const { client, now, address, sessionId } = mfa
  return async (trx: Kysely<DB>): Promise<void> => {
    await recordAuditEvent(trx, {
      kind: 'factor-added',
      userId,
      sessionId,
      at: now,
      address,
      detail: { client: client.name, ...detail },
    })
    await mailFactorChange(trx, mfa, userId, { action: 'added', factor: detail.factor })
  }
}
