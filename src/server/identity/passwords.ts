import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { type Caller, reservingQueue } from './hashing/reserving-queue.ts'

/** What one guess costs. `memoryKib` is in units of 1024 bytes. */
export type PasswordCost = { memoryKib: number; passes: number; parallelism: number }

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
export const owaspCost: PasswordCost = { memoryKib: 19 * 1024, passes: 2, parallelism: 1 }

export type PasswordHasher = {
  /**
   * In PHC's form: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, so that a hash says what it cost. For people who have
   * proved already who they are, so it counts as asked for by a known caller.
   */
  hash(password: string): Promise<string>
  /**
   * Whether the password is the one of `stored`; null (nobody's) takes as long as a wrong password. Throws `unavailable`
   * where too many callers of this kind wait already.
   */
  verify(password: string, stored: string | null, caller: Caller): Promise<boolean>
  /** Whether `stored` was made at another cost than today's, and is to be made anew when its password is at hand. */
  isOutdated(stored: string): boolean
}

const saltBytes = 16
const hashBytes = 32
/**
 * A hash takes memory and a core for some 30 ms, on one of the four threads that Node also reads files with. Known callers
 * always have one hash more at a time than strangers can take up.
 */
const capacity = {
  strangersAtOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  reservedForKnown: 1,
  mostWaiting: 64,
}

const derive = promisify(argon2)

export function passwordHasher(cost: PasswordCost = owaspCost): PasswordHasher {
  const inTurn = reservingQueue(capacity)
  const compute = (password: string, salt: Buffer, at: PasswordCost, caller: Caller): Promise<Buffer> => {
    const parameters: Argon2Parameters = {
      message: password.normalize('NFC'),
      nonce: salt,
      parallelism: at.parallelism,
      tagLength: hashBytes,
      memory: at.memoryKib,
      passes: at.passes,
    }
    return inTurn(caller, () => derive('argon2id', parameters))
  }
  const nobodys = written(cost, randomBytes(saltBytes), randomBytes(hashBytes))
  return {
    hash: async password => {
      const salt = randomBytes(saltBytes)
      return written(cost, salt, await compute(password, salt, cost, 'known'))
    },
    verify: async (password, stored, caller) => {
      const { cost: at, salt, hash } = read(stored ?? nobodys)
      const right = timingSafeEqual(await compute(password, salt, at, caller), hash)
      return right && stored !== null
    },
    isOutdated: stored => {
      const { cost: at } = read(stored)
      return (
        at.memoryKib !== cost.memoryKib || at.passes !== cost.passes || at.parallelism !== cost.parallelism
      )
    },
  }
}

function written({ memoryKib, passes, parallelism }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{43})$/

function read(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(stored) ?? []
  if (memory === undefined) throw new Error('a stored password hash cannot be read')
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
