import * as z from 'zod/mini'
import { passkeyRequest, passkeyResponse } from './webauthn.ts'

/** The second factors. */
export const factorKinds = ['passkey', 'code', 'backup-code'] as const
export type FactorKind = (typeof factorKinds)[number]

/** The factors that the person can use at this address, and the challenge for a passkey. */
export const availableFactors = z.object({
  kinds: z.array(z.enum(factorKinds)),
  /** Null if none of their passkeys belongs to this address. Valid once, for ten minutes. */
  passkeyRequest: z.nullable(passkeyRequest),
})
export type FactorOffer = z.output<typeof availableFactors>

/** Six digits; people often type a space in the middle. */
export const oneTimeCode = z
  .string()
  .check(z.maxLength(20), z.overwrite(removeSpaces), z.regex(/^\d{6}$/, 'Enter the six digits'))
/** Printed as `abcd-efgh-jkmn`; hyphens, spaces and capitals are ignored. */
const backupCode = z.string().check(z.maxLength(40), z.overwrite(tidyBackupCode), z.minLength(1))

/** The answer to a factor's challenge. */
export const verifyFactorBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passkey'), answer: passkeyResponse }),
  z.object({ kind: z.literal('code'), code: oneTimeCode }),
  z.object({ kind: z.literal('backup-code'), code: backupCode }),
])
export type FactorResponse = z.output<typeof verifyFactorBody>

/** An instant, ISO 8601, UTC. */
const instant = z.string()

/** The setup of an authenticator app: drawn as a QR code, and shown as text for people who cannot scan it. */
export const oneTimeCodeSetUp = z.object({
  setUpId: z.string(),
  /** otpauth://totp/… */
  uri: z.string(),
  /** The secret in groups of four letters and digits. */
  secret: z.string(),
})
export type OneTimeCodeSetUp = z.output<typeof oneTimeCodeSetUp>

export const oneTimeCodeConfirmation = z.object({ setUpId: z.uuid(), code: oneTimeCode })

/** The readable record of a device that skips the second factor (§3, §11); sessionStorage holds it. */
export const deviceRegistration = z.object({
  deviceId: z.string(),
  userName: z.string(),
  /** Browser and system, such as Firefox on Windows. */
  name: z.string(),
  registeredAt: instant,
  lastUsedAt: instant,
})
export type DeviceRegistration = z.output<typeof deviceRegistration>

function removeSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

function tidyBackupCode(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
