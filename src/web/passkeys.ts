import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../contract/webauthn.ts'

/** Whether this browser knows passkeys at all; some in companies have them turned off. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Why there is no passkey, in words that say what to do next. Its cause is the browser's own error. */
export class PasskeyRefused extends Error {
  readonly sentence: string

  constructor(sentence: string, cause: unknown) {
    super(sentence, { cause })
    this.name = 'PasskeyRefused'
    this.sentence = sentence
  }
}

/** Has the browser ask for a passkey. Throws PasskeyRefused where the person takes it back, or has none here. */
export async function askForPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return plain(await startAuthentication({ optionsJSON: plain(request) }))
  } catch (error) {
    throw new PasskeyRefused('The passkey was not used. Try again, or choose another way.', error)
  }
}

/** Has the browser make a passkey. Throws PasskeyRefused where it does not. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return plain(await startRegistration({ optionsJSON: plain(creation) }))
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyRefused(
      isThere
        ? 'This device has a passkey of yours already.'
        : 'No passkey was made. Try again, or use another device.',
      error,
    )
  }
}

/** Ours and the library's types of WebAuthn's JSON differ in one thing, `undefined`, which JSON does not have. */
function plain<Wanted>(value: object): Wanted {
  return JSON.parse(JSON.stringify(value)) as Wanted
}
