import type { FactorKind, FactorOffer, FactorResponse } from '../../../../contract/factors.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { clearAttempts, countAttempt, type RateLimitedSubjects } from '../../../../server/auth/rate-limit.ts'
import { recordRateLimited } from '../../../../server/auth/record-rate-limited.ts'
import { consumeBackupCode } from './backup-codes.ts'
import { findFactors } from './credentials.queries.ts'
import type { Acr, FactorUse, MfaContext } from './mfa-context.ts'
import { checkOneTimeCode } from './one-time-codes.ts'
import { checkPasskey, methodsOfPasskey, requestPasskey } from './passkeys.ts'

/** The factors that the person can use at this address. `kinds` is empty if there are none. */
export async function listFactors(mfa: MfaContext, userId: string, use: FactorUse): Promise<FactorOffer> {
  const { kinds } = await findFactors(mfa, userId)
  return {
    kinds,
    passkeyRequest: kinds.includes('passkey') ? await requestPasskey(mfa, { ...use, userId }) : null,
  }
}

type VerifiedFactor = { kind: FactorKind; amr: readonly string[]; acr: Acr }

/**
 * Verifies the factor of a person that a password or a session identified, and records the result. Throws `validation` for a
 * wrong factor (a message for `code`, `detail` for a passkey) and `too-many-requests` after some wrong codes. `amr` names only
 * this factor (RFC 8176).
 */
export async function verifyFactor(
  mfa: MfaContext,
  userId: string,
  proof: FactorResponse,
  use: FactorUse,
): Promise<VerifiedFactor> {
  const { realmDb, secret, client, now, address } = mfa
  const detail = { client: client.name, factor: proof.kind, purpose: use.purpose }
  const about = { userId, at: now, address, detail }
  // A signature cannot be guessed, so guesses at a person's codes do not delay their passkey.
  const subjects: RateLimitedSubjects = proof.kind === 'passkey' ? { address } : { address, factor: userId }
  try {
    await countAttempt(realmDb, secret, subjects, now)
  } catch (error) {
    if (error instanceof Problem)
      await recordRateLimited(realmDb, secret, { kind: 'sign-in-rate-limited', ...about })
    throw error
  }
  const methods = await methodsOf(mfa, userId, proof, use)
  if (methods === null) {
    await recordAuditEvent(realmDb, { kind: 'factor-refused', ...about })
    throw refusalOf(proof.kind)
  }
  await clearAttempts(realmDb, secret, subjects)
  await recordAuditEvent(realmDb, { kind: 'factor-accepted', ...about })
  return {
    kind: proof.kind,
    amr: methods,
    acr: proof.kind === 'passkey' ? 'urn:almoner:acr:passkey' : 'urn:almoner:acr:two-factors',
  }
}

/** The methods (RFC 8176) of a valid factor; null for an invalid one. */
async function methodsOf(
  mfa: MfaContext,
  userId: string,
  proof: FactorResponse,
  use: FactorUse,
): Promise<readonly string[] | null> {
  switch (proof.kind) {
    case 'passkey': {
      const found = await checkPasskey(mfa, proof.answer, { ...use, userId })
      return found && methodsOfPasskey(found)
    }
    case 'code':
      return (await checkOneTimeCode(mfa, userId, proof.code)) ? ['otp'] : null
    case 'backup-code':
      // Backup codes without another factor are neither offered nor accepted. The person sets up a factor instead.
      return (await findFactors(mfa, userId)).hasAny && (await consumeBackupCode(mfa, userId, proof.code))
        ? ['otp']
        : null
  }
}

export function refusalOf(kind: FactorKind): Problem {
  switch (kind) {
    case 'passkey':
      return new Problem('validation', { detail: 'The passkey was not accepted. Please try again.' })
    case 'code':
      return fieldProblem(
        'code',
        'This code isn’t correct, or it was used before. Wait for the next one and enter that',
      )
    case 'backup-code':
      return fieldProblem('code', 'This isn’t one of your codes, or it was used before')
  }
}
