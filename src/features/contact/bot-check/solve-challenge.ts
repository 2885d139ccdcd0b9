import type { AltchaAnswer, AltchaChallenge } from '../../../contract/bot-check.ts'

const counterBytes = 4

/**
 * Solves a challenge of the ALTCHA protocol, version 2: counts up from 0 until the key that PBKDF2 derives from nonce and
 * counter starts with the required prefix. `onStep` receives the number of counters tried.
 *
 * @throws Error if no counter up to `maxSteps` is a solution.
 */
export async function solveChallenge(
  { parameters }: AltchaChallenge,
  maxSteps: number,
  onStep: (steps: number) => void,
): Promise<AltchaAnswer['solution']> {
  const { cost, keyLength, keyPrefix } = parameters
  const nonce = bytesOf(parameters.nonce)
  const salt = bytesOf(parameters.salt)
  const password = new Uint8Array(nonce.length + counterBytes)
  password.set(nonce)
  const counterView = new DataView(password.buffer, nonce.length)
  for (let counter = 0; counter <= maxSteps; counter++) {
    counterView.setUint32(0, counter)
    const material = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const algorithm = { name: 'PBKDF2', salt, iterations: cost, hash: 'SHA-256' }
    const derivedKey = hexOf(
      new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, keyLength * 8)),
    )
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
    onStep(counter + 1)
  }
  throw new Error(`no solution in ${maxSteps} steps`)
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
