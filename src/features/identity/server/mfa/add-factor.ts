import type { Kysely } from 'kysely'
import type { FactorKind, OneTimeCodeSetUp } from '../../../../contract/factors.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { NewPasskey, PasskeyCreation } from '../../../../contract/webauthn.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { browserOf } from '../../../../server/auth/user-agent.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { mailFactorChange } from '../../../../server/mail/factor-mail.ts'
import { countPasskeys, type Owner } from './credentials.queries.ts'
import { confirmOneTimeCode, startOneTimeCode } from './one-time-codes.ts'
import { acceptPasskey, createPasskey, methodsOfPasskey, mostPasskeys } from './passkeys.ts'
import type { Proved, RequestedFactor } from './requested-factor.ts'

/** What the person's browser makes a passkey from, or their app its codes. `boundTo` is the session or the sign-in. */
export const startFactor = {
  passkey: async (
    asked: RequestedFactor,
    owner: Owner,
    boundTo: string,
  ): Promise<{ kind: 'passkey'; creation: PasskeyCreation }> => {
    if ((await countPasskeys(asked, owner.userId)) >= mostPasskeys)
      throw new Problem('conflict', {
        detail: 'You have the maximum number of passkeys. Remove one first.',
      })
    return { kind: 'passkey', creation: await createPasskey(asked, owner, boundTo) }
  },
  code: async (asked: RequestedFactor, owner: Owner): Promise<{ kind: 'code'; setUp: OneTimeCodeSetUp }> => ({
    kind: 'code',
    setUp: await startOneTimeCode(asked, owner),
  }),
}

type MadePasskey = {
  passkey: NewPasskey
  boundTo: string
  userAgent: string | undefined
  /** Absent: called after the browser. */
  name?: string | undefined
}

/** Adds what was begun, and says what has thereby been proved. Throws `validation` where it is not good. */
export const addFactor = {
  passkey: async (
    asked: RequestedFactor,
    { userId }: Owner,
    { passkey, boundTo, userAgent, name = browserOf(userAgent) ?? 'Passkey' }: MadePasskey,
  ): Promise<Proved & { passkeyId: string }> => {
    const note = noteAdded(asked, userId, { factor: 'passkey', name })
    const accepted = await acceptPasskey(asked, passkey, { userId, boundTo, name }, note)
    if (!accepted)
      throw new Problem('validation', { detail: 'The passkey could not be added. Please try again.' })
    const { passkeyId } = accepted
    return { passkeyId, amr: methodsOfPasskey(accepted), acr: 'urn:almoner:acr:passkey' }
  },
  code: async (
    asked: RequestedFactor,
    { userId }: Owner,
    shown: { setUpId: string; code: string },
  ): Promise<Proved> => {
    if (!(await confirmOneTimeCode(asked, userId, shown, noteAdded(asked, userId, { factor: 'code' }))))
      throw fieldProblem('code', 'This code isn’t correct. Wait for the next one and enter that')
    return { amr: ['otp'], acr: 'urn:almoner:acr:two-factors' }
  },
}

/** The trail and the person's mailbox both say what was added, or, after a rollback, neither. */
export function noteAdded(
  asked: RequestedFactor,
  userId: string,
  detail: { factor: FactorKind; name?: string },
) {
  const { client, now, address } = asked
  return async (trx: Kysely<DB>): Promise<void> => {
    await recordAuditEvent(trx, {
      kind: 'factor-added',
      userId,
      at: now,
      address,
      detail: { client: client.name, ...detail },
    })
    await mailFactorChange(trx, asked, userId, { action: 'added', factor: detail.factor })
  }
}
