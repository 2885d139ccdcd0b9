import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../../contract/webauthn.ts'

/** What an authenticator can be made to lie about. */
export type PasskeyLies = {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whose id it says that it is of; null: it does not say. */
  userHandle?: string | null
  isUserVerified?: boolean
  counter?: number
  type?: string
}

export type SoftPasskey = {
  id: string
  /** How often it has signed, as it says; an authenticator that does not count stays at 0. */
  counter: number
  create(creation: PasskeyCreation, lies?: PasskeyLies): NewPasskey
  answer(request: PasskeyRequest, lies?: PasskeyLies): PasskeyAnswer
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const userPresent = 0x01
const userVerified = 0x04
const keyIncluded = 0x40

/** An authenticator in software, with one ES256 key, which signs for a browser that shows `origin`. */
export function softPasskey(origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let owner: string | undefined
  const passkey: SoftPasskey = {
    id: base64url(credentialId),
    counter: 0,
    create: (creation, lies = {}) => {
      owner = creation.user.id
      const key = coseKey(publicKey)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        authenticatorData(creation.rp.id, passkey.counter, keyIncluded, lies),
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
          clientDataJSON: base64url(clientData('webauthn.create', creation.challenge, origin, lies)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    answer: (request, lies = {}) => {
      const authData = authenticatorData(request.rpId, passkey.counter, 0, lies)
      const data = clientData('webauthn.get', request.challenge, origin, lies)
      const userHandle = lies.userHandle === undefined ? owner : (lies.userHandle ?? undefined)
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

function authenticatorData(rpId: string, counter: number, flags: number, lies: PasskeyLies): Buffer {
  const verified = (lies.isUserVerified ?? true) ? userVerified : 0
  const count = Buffer.alloc(4)
  count.writeUInt32BE(lies.counter ?? counter)
  return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([userPresent | verified | flags]), count])
}

function clientData(type: string, challenge: string, origin: string, lies: PasskeyLies): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: false,
    }),
  )
}

/** RFC 9053: an EC2 key on P-256 for ES256. */
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
