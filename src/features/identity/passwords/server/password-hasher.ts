import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { type Caller, reservingQueue } from './reserving-queue.ts'

/** The cost of one guess. `memoryKib` is in units of 1024 bytes. */
type PasswordCost = { memoryKib: number; passes: number; parallelism: number }

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
export const owaspCost: PasswordCost = { memoryKib: 19 * 1024, passes: 2, parallelism: 1 }

export type PasswordHasher = {
  /**
   * Returns a hash in PHC format, `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, which includes its cost. Callers are
   * authenticated, so it counts as a known caller's.
   */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches `stored`. Null (no password) takes as long as a wrong password. Throws `unavailable` if too
   * many callers of this kind are waiting.
   */
  verify(password: string, stored: string | null, caller: Caller): Promise<boolean>
  /** Whether `stored` has another cost than today's. Then the next login hashes the password again. */
  isOutdated(stored: string): boolean
}

const saltBytes = 16
const hashBytes = 32
/**
 * A hash takes memory and a core for about 30 ms, on one of the four threads with which Node also reads files. One hash at a
 * time is reserved for known callers.
 */
const capacity = {
  maxStrangers: Math.max(1, Math.min(2, availableParallelism() - 1)),
  reservedForKnown: 1,
  maxWaiting: 64,
}

const derive = promisify(argon2)

export function passwordHasher(cost: PasswordCost = owaspCost): PasswordHasher {
  const enqueue = reservingQueue(capacity)
  const compute = (password: string, salt: Buffer, at: PasswordCost, caller: Caller): Promise<Buffer> => {
    const parameters: Argon2Parameters = {
      message: password.normalize('NFC'),
      nonce: salt,
      parallelism: at.parallelism,
      tagLength: hashBytes,
      memory: at.memoryKib,
      passes: at.passes,
    }
    return enqueue(caller, () => derive('argon2id', parameters))
  }
  const dummyHash = toPhc(cost, randomBytes(saltBytes), randomBytes(hashBytes))
  return {
    hash: async password => {
      const salt = randomBytes(saltBytes)
      return toPhc(cost, salt, await compute(password, salt, cost, 'known'))
    },
    verify: async (password, stored, caller) => {
      const { cost: at, salt, hash } = parsePhc(stored ?? dummyHash)
      const matches = timingSafeEqual(await compute(password, salt, at, caller), hash)
      return matches && stored !== null
    },
    isOutdated: stored => {
      const { cost: at } = parsePhc(stored)
      return (
        at.memoryKib !== cost.memoryKib || at.passes !== cost.passes || at.parallelism !== cost.parallelism
      )
    },
  }
}

function toPhc({ memoryKib, passes, parallelism }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{43})$/

function parsePhc(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(stored) ?? []
  if (memory === undefined) throw new Error('a stored password hash cannot be read')
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
