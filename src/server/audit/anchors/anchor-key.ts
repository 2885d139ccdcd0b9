import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { derivedKey } from '../../identity/sealing.ts'

/** The head of a realm's chain as it leaves the database. */
export type Anchor = {
  realm: string
  /** Counts the realm's anchors from 1 without gaps. */
  number: bigint
  seq: bigint
  hash: Buffer
  at: Date
}

export type AnchorKey = { private: KeyObject; public: KeyObject }

/** What RFC 8410 puts before the 32 bytes of an Ed25519 key. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The realm's key for anchors, from the root of all keys. Its public half is for an auditor who has no secret of ours. */
export function anchorKey(secret: string, realm: string): AnchorKey {
  const seed = derivedKey(secret, `audit anchors of ${realm}`)
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  return { private: key, public: createPublicKey(key) }
}

const signedText = ({ realm, number, seq, hash, at }: Anchor) =>
  Buffer.from(
    ['almoner audit head', realm, number, seq, hash.toString('hex'), at.toISOString()].join('\n'),
    'utf8',
  )

export const signAnchor = (anchor: Anchor, key: AnchorKey): Buffer =>
  sign(null, signedText(anchor), key.private)

export const isSigned = (anchor: Anchor, signature: Buffer, key: Pick<AnchorKey, 'public'>): boolean =>
  verify(null, signedText(anchor), key.public, signature)
