import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeyResponse } from '../contract/webauthn.ts'

/** Whether this browser supports passkeys; some companies disable them. */
export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** A failed passkey. The message is shown to the person; the cause is the browser's error. */
export class PasskeyError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'PasskeyError'
  }
}

/** Asks the browser for a passkey. Throws PasskeyError if the person cancels or has none here. */
export async function promptForPasskey(request: PasskeyRequest): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return plain(await startAuthentication({ optionsJSON: plain(request) }))
  } catch (error) {
    throw new PasskeyError('The passkey was not used. Try again, or choose another way.', error)
  }
}

/** Asks the browser to create a passkey. Throws PasskeyError if it does not. */
export async function createPasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return plain(await startRegistration({ optionsJSON: plain(creation) }))
  } catch (error) {
    const isRegistered = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyError(
      isRegistered
        ? 'This device already has a passkey for your account.'
        : 'We couldn’t create a passkey. Try again, or use another device.',
      error,
    )
  }
}

/** Our types and the library's differ only in `undefined`, which JSON does not have. */
function plain<T>(value: object): T {
  // The copy has the same fields.
  return JSON.parse(JSON.stringify(value)) as T
}
