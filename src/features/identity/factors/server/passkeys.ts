import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  PasskeyResponse,
} from '../../../../contract/webauthn.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { type ChallengeUse, challengeLifetimeMs, consumeChallenge, saveChallenge } from './challenges.ts'
import { type MfaContext, rpIdOf } from './mfa-context.ts'
import { addPasskey, findPasskey, listPasskeys, recordPasskeyUse } from './passkeys.queries.ts'

/** More than a person needs. */
export const maxPasskeys = 20

/** The COSE numbers of EdDSA, ES256 and RS256, which authenticators use and Node supports. */
const algorithms = [-8, -7, -257]

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transports)[number]
const isTransport = (text: string): text is Transport => transports.some(transport => transport === text)

type StoredCredential = { credential_id: string; transports: string[] }
const descriptorOf = ({ credential_id: id, transports: stored }: StoredCredential) => ({
  id,
  type: 'public-key' as const,
  transports: stored.filter(isTransport),
})

/** Request options for a passkey of this origin: the person's, or anyone's if `use.userId` is null. */
export async function requestPasskey(mfa: MfaContext, use: ChallengeUse): Promise<PasskeyRequest> {
  const rpId = rpIdOf(mfa.origin)
  const existing = use.userId === null ? [] : await listPasskeys(mfa.realmDb, use.userId, rpId)
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  await saveChallenge(mfa, challenge, use)
  return {
    challenge,
    rpId,
    timeout: challengeLifetimeMs,
    allowCredentials: existing.map(descriptorOf),
    userVerification: 'required',
  }
}

/**
 * Verifies an assertion: challenge, origin, signature, user verification (PIN, finger or face) and counter. Returns its person,
 * who must be `use.userId` unless that is null; null if anything is invalid.
 */
export async function checkPasskey(
  mfa: MfaContext,
  answer: PasskeyResponse,
  use: ChallengeUse,
): Promise<{ userId: string; passkeyId: string; isSynced: boolean } | null> {
  const { realmDb, origin, now } = mfa
  const rpId = rpIdOf(origin)
  const passkey = await findPasskey(realmDb, answer.id, rpId)
  if (!passkey || (use.userId !== null && passkey.user_id !== use.userId)) return null
  const { userHandle, ...signed } = answer.response
  // Without a known person the user handle is required, and it must match the passkey's owner.
  if (userHandle === undefined ? use.userId === null : userHandle !== userHandleOf(passkey.user_id))
    return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...identityOf(answer), response: { ...signed, ...(userHandle ? { userHandle } : {}) } },
      expectedChallenge: challenge => consumeChallenge(mfa, challenge, use),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    })
    if (!verified) return null
    const isRecorded = await recordPasskeyUse(
      realmDb,
      passkey.passkey_id,
      BigInt(authenticationInfo.newCounter),
      now,
    )
    return isRecorded
      ? { userId: passkey.user_id, passkeyId: passkey.passkey_id, isSynced: passkey.is_synced }
      : null
  } catch {
    // The library throws for an invalid assertion. The reason is not revealed.
    return null
  }
}

type Owner = { userId: string; ssoId: string; name: string }

/** Creation options for a passkey of this person at this origin. */
export async function createPasskey(
  mfa: MfaContext,
  { userId, ssoId, name }: Owner,
  boundTo: string,
): Promise<PasskeyCreation> {
  const rpId = rpIdOf(mfa.origin)
  const existing = await listPasskeys(mfa.realmDb, userId, rpId)
  const rpName = mfa.client.displayName
  const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName,
    rpID: rpId,
    userName: ssoId,
    supportedAlgorithmIDs: algorithms,
  })
  await saveChallenge(mfa, challenge, { purpose: 'add', boundTo, userId })
  return {
    challenge,
    rp: { id: rpId, name: rpName },
    user: { id: userHandleOf(userId), name: ssoId, displayName: name },
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: challengeLifetimeMs,
    attestation: 'none',
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/**
 * Verifies and stores a passkey that a browser created by the options of `createPasskey`; null if it is invalid. `record` runs
 * in the same transaction.
 */
export async function acceptPasskey(
  mfa: MfaContext,
  created: NewPasskey,
  about: { userId: string; boundTo: string; name: string },
  record: (trx: Kysely<DB>) => Promise<void>,
): Promise<{ passkeyId: string; isSynced: boolean } | null> {
  const { realmDb, origin, now } = mfa
  const rpId = rpIdOf(origin)
  const use: ChallengeUse = { purpose: 'add', boundTo: about.boundTo, userId: about.userId }
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...identityOf(created),
      response: { ...created.response, transports: created.response.transports ?? [] },
    },
    expectedChallenge: challenge => consumeChallenge(mfa, challenge, use),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
    // The reason is not revealed.
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return null
  const { credential, credentialDeviceType } = registrationInfo
  const isSynced = credentialDeviceType === 'multiDevice'
  const passkeyId = await realmDb.transaction().execute(async tx => {
    const added = await addPasskey(tx, {
      user_id: about.userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: (created.response.transports ?? []).filter(isTransport),
      rp_id: rpId,
      is_synced: isSynced,
      name: about.name,
      added_at: now,
    })
    if (added !== null) await record(tx)
    return added
  })
  return passkeyId === null ? null : { passkeyId, isSynced }
}

/** The common fields of both responses. Extensions are neither requested nor read. */
const identityOf = ({ id, rawId, type }: { id: string; rawId: string; type: 'public-key' }) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
})

/** RFC 8176: `hwk` for a key that stays in one device, `swk` for one that is synchronized between devices. */
export function methodsOfPasskey({ isSynced }: { isSynced: boolean }): readonly string[] {
  return [isSynced ? 'swk' : 'hwk', 'user']
}

/** The WebAuthn user handle: the bytes of the person's id, which reveal nothing about them. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}
