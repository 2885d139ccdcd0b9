import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { derivedKey } from '../auth/encryption.ts'

/** The last event of a realm's hash chain at some time, stored outside the database. */
export type Checkpoint = {
  realm: string
  /** The number of the checkpoint in its realm, from 1 without gaps. */
  number: bigint
  seq: bigint
  hash: Buffer
  at: Date
}

export type CheckpointKey = { private: KeyObject; public: KeyObject }

/** The PKCS #8 prefix of a raw Ed25519 private key of 32 bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The realm's signing key for checkpoints, derived from the root secret. Auditors verify with the public key. */
export function checkpointKey(secret: string, realm: string): CheckpointKey {
  const seed = derivedKey(secret, `audit checkpoints of ${realm}`)
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  return { private: key, public: createPublicKey(key) }
}

const signedText = ({ realm, number, seq, hash, at }: Checkpoint) =>
  Buffer.from(
    ['almoner audit checkpoint', realm, number, seq, hash.toString('hex'), at.toISOString()].join('\n'),
    'utf8',
  )

export const signCheckpoint = (checkpoint: Checkpoint, key: CheckpointKey): Buffer =>
  sign(null, signedText(checkpoint), key.private)

export const isSigned = (
  checkpoint: Checkpoint,
  signature: Buffer,
  key: Pick<CheckpointKey, 'public'>,
): boolean => verify(null, signedText(checkpoint), key.public, signature)
