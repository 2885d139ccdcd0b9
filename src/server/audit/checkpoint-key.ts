import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { derivedKey } from '../auth/encryption.ts'

/** The head of a realm's chain as it leaves the database. */
export type Checkpoint = {
  realm: string
  /** Counts the realm's anchors from 1 without gaps. */
  number: bigint
  seq: bigint
  hash: Buffer
  at: Date
}

export type CheckpointKey = { private: KeyObject; public: KeyObject }

/** What RFC 8410 puts before the 32 bytes of an Ed25519 key. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The realm's key for anchors, from the root of all keys. Its public half is for an auditor who has no secret of ours. */
export function checkpointKey(secret: string, realm: string): CheckpointKey {
  const seed = derivedKey(secret, `audit anchors of ${realm}`)
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  return { private: key, public: createPublicKey(key) }
}

const signedText = ({ realm, number, seq, hash, at }: Checkpoint) =>
  Buffer.from(
    ['almoner audit head', realm, number, seq, hash.toString('hex'), at.toISOString()].join('\n'),
    'utf8',
  )

export const signCheckpoint = (checkpoint: Checkpoint, key: CheckpointKey): Buffer =>
  sign(null, signedText(checkpoint), key.private)

export const isSigned = (
  checkpoint: Checkpoint,
  signature: Buffer,
  key: Pick<CheckpointKey, 'public'>,
): boolean => verify(null, signedText(checkpoint), key.public, signature)
