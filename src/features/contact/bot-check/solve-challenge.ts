import type { AltchaAnswer, AltchaChallenge } from '../../../contract/bot-check.ts'

const counterBytes = 4

/**
 * Solves a challenge of ALTCHA's protocol, version 2: counts up from 0 until the key that PBKDF2 derives from nonce and counter
 * begins as the challenge asks. `onStep` is told how many counters were tried.
 *
 * @throws where none of `stepsAtMost` does.
 */
export async function solveChallenge(
  { parameters }: AltchaChallenge,
  stepsAtMost: number,
  onStep: (steps: number) => void,
): Promise<AltchaAnswer['solution']> {
  const { cost, keyLength, keyPrefix } = parameters
  const nonce = bytesOf(parameters.nonce)
  const salt = bytesOf(parameters.salt)
  const password = new Uint8Array(nonce.length + counterBytes)
  password.set(nonce)
  const counterPlace = new DataView(password.buffer, nonce.length)
  for (let counter = 0; counter <= stepsAtMost; counter++) {
    counterPlace.setUint32(0, counter)
    const material = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const about = { name: 'PBKDF2', salt, iterations: cost, hash: 'SHA-256' }
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(about, material, keyLength * 8)))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
    onStep(counter + 1)
  }
  throw new Error(`no solution in ${stepsAtMost} steps`)
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
