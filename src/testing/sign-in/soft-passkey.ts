import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeyResponse } from '../../contract/webauthn.ts'

/** Values that the authenticator returns in place of the correct ones. */
export type PasskeyOverrides = {
  origin?: string
  rpId?: string
  challenge?: string
  /** The user handle; null: none. */
  userHandle?: string | null
  isUserVerified?: boolean
  counter?: number
  type?: string
}

export type SoftPasskey = {
  id: string
  /** The signature counter. An authenticator without a counter always sends 0. */
  counter: number
  create(creation: PasskeyCreation, overrides?: PasskeyOverrides): NewPasskey
  answer(request: PasskeyRequest, overrides?: PasskeyOverrides): PasskeyResponse
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const userPresent = 0x01
const userVerified = 0x04
const keyIncluded = 0x40

/** A software authenticator with one ES256 key, for a browser at `origin`. */
export function softPasskey(origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let owner: string | undefined
  const passkey: SoftPasskey = {
    id: base64url(credentialId),
    counter: 0,
    create: (creation, overrides = {}) => {
      owner = creation.user.id
      const key = coseKey(publicKey)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        authenticatorData(creation.rp.id, passkey.counter, keyIncluded, overrides),
        Buffer.alloc(16),
        length,
        credentialId,
        key,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      // The encoder's type of what can be encoded is not exported.
      const attestationObject = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])
      return {
        ...identity(),
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', creation.challenge, origin, overrides)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    answer: (request, overrides = {}) => {
      const authData = authenticatorData(request.rpId, passkey.counter, 0, overrides)
      const data = clientData('webauthn.get', request.challenge, origin, overrides)
      const userHandle = overrides.userHandle === undefined ? owner : (overrides.userHandle ?? undefined)
      return {
        ...identity(),
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      }
    },
  }
  const identity = () => ({
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key' as const,
    clientExtensionResults: {},
  })
  return passkey
}

function authenticatorData(
  rpId: string,
  counter: number,
  flags: number,
  overrides: PasskeyOverrides,
): Buffer {
  const verified = (overrides.isUserVerified ?? true) ? userVerified : 0
  const count = Buffer.alloc(4)
  count.writeUInt32BE(overrides.counter ?? counter)
  return Buffer.concat([sha256(overrides.rpId ?? rpId), Buffer.from([userPresent | verified | flags]), count])
}

function clientData(type: string, challenge: string, origin: string, overrides: PasskeyOverrides): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: overrides.type ?? type,
      challenge: overrides.challenge ?? challenge,
      origin: overrides.origin ?? origin,
      crossOrigin: false,
    }),
  )
}

/** An EC2 key on P-256 for ES256 (RFC 9053). */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]) as Parameters<typeof isoCBOR.encode>[0],
  )
}
