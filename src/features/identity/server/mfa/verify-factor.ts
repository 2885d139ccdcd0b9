import type { FactorKind, FactorOffer, FactorProof } from '../../../../contract/factors.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { countAttempt, type RateLimitedSubjects, undoAttempt } from '../../../../server/auth/rate-limit.ts'
import { recordRateLimited } from '../../../../server/auth/record-rate-limited.ts'
import { consumeBackupCode } from './backup-codes.ts'
import { findFactors } from './credentials.queries.ts'
import { checkOneTimeCode } from './one-time-codes.ts'
import { checkPasskey, methodsOfPasskey, requestPasskey } from './passkeys.ts'
import type { Acr, FactorUse, RequestedFactor } from './requested-factor.ts'

/** The factors that the person can use at this address. `kinds` is empty if there are none. */
export async function offerFactors(
  asked: RequestedFactor,
  userId: string,
  use: FactorUse,
): Promise<FactorOffer> {
  const { kinds } = await findFactors(asked, userId)
  return {
    kinds,
    passkeyRequest: kinds.includes('passkey') ? await requestPasskey(asked, { ...use, userId }) : null,
  }
}

export type VerifiedFactor = { kind: FactorKind; amr: readonly string[]; acr: Acr }

/**
 * Verifies the factor of a person whom a password or a session identified, and records the result. Throws `validation` for a
 * wrong factor (a message for `code`, `detail` for a passkey) and `too-many-requests` after some wrong codes. `amr` names only
 * this factor (RFC 8176).
 */
export async function verifyFactor(
  asked: RequestedFactor,
  userId: string,
  proof: FactorProof,
  use: FactorUse,
): Promise<VerifiedFactor> {
  const { realmDb, secret, client, now, address } = asked
  const detail = { client: client.name, factor: proof.kind, purpose: use.purpose }
  const about = { userId, at: now, address, detail }
  // Nobody guesses a signature: whoever has a passkey gets in though somebody else keeps guessing at their codes.
  const subjects: RateLimitedSubjects = proof.kind === 'passkey' ? { address } : { address, factor: userId }
  try {
    await countAttempt(realmDb, secret, subjects, now)
  } catch (error) {
    if (error instanceof Problem)
      await recordRateLimited(realmDb, secret, { kind: 'password-throttled', ...about })
    throw error
  }
  const methods = await methodsOf(asked, userId, proof, use)
  if (methods === null) {
    await recordAuditEvent(realmDb, { kind: 'factor-refused', ...about })
    throw refusalOf(proof.kind)
  }
  await undoAttempt(realmDb, secret, subjects)
  await recordAuditEvent(realmDb, { kind: 'factor-accepted', ...about })
  return {
    kind: proof.kind,
    amr: methods,
    acr: proof.kind === 'passkey' ? 'urn:almoner:acr:passkey' : 'urn:almoner:acr:two-factors',
  }
}

/** RFC 8176's names of what was proved; null where nothing was. */
async function methodsOf(
  asked: RequestedFactor,
  userId: string,
  proof: FactorProof,
  use: FactorUse,
): Promise<readonly string[] | null> {
  switch (proof.kind) {
    case 'passkey': {
      const found = await checkPasskey(asked, proof.answer, { ...use, userId })
      return found && methodsOfPasskey(found)
    }
    case 'code':
      return (await checkOneTimeCode(asked, userId, proof.code)) ? ['otp'] : null
    case 'backup-code':
      // Left over without what they stand in for they are not offered, and prove nothing: a first factor is set up instead.
      return (await findFactors(asked, userId)).hasAny && (await consumeBackupCode(asked, userId, proof.code))
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
        'This code is not right, or was used before. Wait for the next one and enter that',
      )
    case 'backup-code':
      return fieldProblem('code', 'This isn’t one of your codes, or it was used before')
  }
}
