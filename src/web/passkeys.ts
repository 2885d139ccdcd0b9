import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../contract/webauthn.ts'

/** Whether this browser supports passkeys; some companies disable them. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Why a passkey failed, in a sentence that says what to do next. The cause is the browser's error. */
export class PasskeyRefused extends Error {
  readonly sentence: string

  constructor(sentence: string, cause: unknown) {
    super(sentence, { cause })
    this.name = 'PasskeyRefused'
    this.sentence = sentence
  }
}

/** Asks the browser for a passkey. Throws PasskeyRefused if the person cancels or has none here. */
export async function askForPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return plain(await startAuthentication({ optionsJSON: plain(request) }))
  } catch (error) {
    throw new PasskeyRefused('The passkey was not used. Try again, or choose another way.', error)
  }
}

/** Asks the browser to create a passkey. Throws PasskeyRefused if it does not. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return plain(await startRegistration({ optionsJSON: plain(creation) }))
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyRefused(
      isThere
        ? 'This device already has a passkey for your account.'
        : 'We couldn’t create a passkey. Try again, or use another device.',
      error,
    )
  }
}

/** Our types and the library's differ only in `undefined`, which JSON does not have. */
function plain<Wanted>(value: object): Wanted {
  return JSON.parse(JSON.stringify(value)) as Wanted
}
