import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '../../../../contract/webauthn.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { type ChallengeUse, challengeLifetimeMs, consumeChallenge, saveChallenge } from './challenges.ts'
import { addPasskey, findPasskey, listPasskeys, notePasskeyUse } from './passkeys.queries.ts'
import { type RequestedFactor, rpIdOf } from './requested-factor.ts'

/** A person has a few; a list without an end is a mistake or an attack. */
export const mostPasskeys = 20

/** EdDSA, ES256, RS256, by their COSE numbers: what authenticators have, and Node does not call experimental. */
const algorithms = [-8, -7, -257]

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transports)[number]
const isTransport = (text: string): text is Transport => transports.some(known => known === text)

type Known = { credential_id: string; transports: string[] }
const described = ({ credential_id: id, transports: said }: Known) => ({
  id,
  type: 'public-key' as const,
  transports: said.filter(isTransport),
})

/** What a browser needs to ask for a passkey of this address: the person's, or anybody's where nobody is named. */
export async function requestPasskey(asked: RequestedFactor, use: ChallengeUse): Promise<PasskeyRequest> {
  const rpId = rpIdOf(asked.origin)
  const known = use.userId === null ? [] : await listPasskeys(asked.realmDb, use.userId, rpId)
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  await saveChallenge(asked, challenge, use)
  return {
    challenge,
    rpId,
    timeout: challengeLifetimeMs,
    allowCredentials: known.map(described),
    userVerification: 'required',
  }
}

/**
 * Whose passkey has signed the challenge of this use, at this address, with its owner verified (by PIN, finger or
 * face) and its counter beyond the last one; null for any other answer. Of `use.userId` where one is named.
 */
export async function checkPasskey(
  asked: RequestedFactor,
  answer: PasskeyAnswer,
  use: ChallengeUse,
): Promise<{ userId: string; passkeyId: string; isSynced: boolean } | null> {
  const { realmDb, origin, now } = asked
  const rpId = rpIdOf(origin)
  const passkey = await findPasskey(realmDb, answer.id, rpId)
  if (!passkey || (use.userId !== null && passkey.user_id !== use.userId)) return null
  const { userHandle, ...signed } = answer.response
  // Who is not named beforehand is named by the authenticator, and must be whom we know the passkey of.
  if (userHandle === undefined ? use.userId === null : userHandle !== userHandleOf(passkey.user_id))
    return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...identityOf(answer), response: { ...signed, ...(userHandle ? { userHandle } : {}) } },
      expectedChallenge: challenge => consumeChallenge(asked, challenge, use),
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
    const isNoted = await notePasskeyUse(
      realmDb,
      passkey.passkey_id,
      BigInt(authenticationInfo.newCounter),
      now,
    )
    return isNoted
      ? { userId: passkey.user_id, passkeyId: passkey.passkey_id, isSynced: passkey.is_synced }
      : null
  } catch {
    // The library throws for whatever is wrong with an answer. Nobody is told what it was.
    return null
  }
}

type Owner = { userId: string; ssoId: string; name: string }

/** What a browser needs to make a passkey of this person for this address. */
export async function createPasskey(
  asked: RequestedFactor,
  { userId, ssoId, name }: Owner,
  boundTo: string,
): Promise<PasskeyCreation> {
  const rpId = rpIdOf(asked.origin)
  const known = await listPasskeys(asked.realmDb, userId, rpId)
  const rpName = asked.client.displayName
  const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName,
    rpID: rpId,
    userName: ssoId,
    supportedAlgorithmIDs: algorithms,
  })
  await saveChallenge(asked, challenge, { purpose: 'add', boundTo, userId })
  return {
    challenge,
    rp: { id: rpId, name: rpName },
    user: { id: userHandleOf(userId), name: ssoId, displayName: name },
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: challengeLifetimeMs,
    attestation: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/**
 * Keeps a passkey that the browser has made from `createPasskey`; null where it is not good. `note` writes down, in the same
 * transaction, that it was.
 */
export async function acceptPasskey(
  asked: RequestedFactor,
  made: NewPasskey,
  about: { userId: string; boundTo: string; name: string },
  note: (trx: Kysely<DB>) => Promise<void>,
): Promise<{ passkeyId: string; isSynced: boolean } | null> {
  const { realmDb, origin, now } = asked
  const rpId = rpIdOf(origin)
  const use: ChallengeUse = { purpose: 'add', boundTo: about.boundTo, userId: about.userId }
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...identityOf(made),
      response: { ...made.response, transports: made.response.transports ?? [] },
    },
    expectedChallenge: challenge => consumeChallenge(asked, challenge, use),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
    // What is wrong with it is nobody's business.
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
      transports: (made.response.transports ?? []).filter(isTransport),
      rp_id: rpId,
      is_synced: isSynced,
      name: about.name,
      added_at: now,
    })
    if (added !== null) await note(tx)
    return added
  })
  return passkeyId === null ? null : { passkeyId, isSynced }
}

/** What both kinds of answers begin with; extensions are asked for nowhere and listened to nowhere. */
const identityOf = ({ id, rawId, type }: { id: string; rawId: string; type: 'public-key' }) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
})

/** RFC 8176: a key that stays in one device is a hardware's; one that is copied between devices is software's. */
export function methodsOfPasskey({ isSynced }: { isSynced: boolean }): readonly string[] {
  return [isSynced ? 'swk' : 'hwk', 'user']
}

/** What authenticators know a person by: the bytes of their id, which say nothing of who it is. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}
