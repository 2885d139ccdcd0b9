import * as z from 'zod/mini'
import { passkeyAnswer, passkeyRequest } from './webauthn.ts'

/** By what a person can prove that it is them, besides their password. */
export const factorKinds = ['passkey', 'code', 'backup-code'] as const
export type FactorKind = (typeof factorKinds)[number]

/** What a person is asked for: the kinds that they can use at this address, and what their browser needs for a passkey. */
export const factorOffer = z.object({
  kinds: z.array(z.enum(factorKinds)),
  /** Null where none of their passkeys is of this address. Good once, and for ten minutes. */
  passkeyRequest: z.nullable(passkeyRequest),
})
export type FactorOffer = z.output<typeof factorOffer>

/** Six digits; people type a space in the middle. */
export const oneTimeCode = z
  .string()
  .check(z.maxLength(20), z.overwrite(removeSpaces), z.regex(/^\d{6}$/, 'Enter the six digits'))
/** As it is printed, `abcd-efgh-jkmn`; hyphens, spaces and capitals make no difference. */
const backupCode = z.string().check(z.maxLength(40), z.overwrite(tidyBackupCode), z.minLength(1))

/** What a person brings as proof. */
export const verifyFactorBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passkey'), answer: passkeyAnswer }),
  z.object({ kind: z.literal('code'), code: oneTimeCode }),
  z.object({ kind: z.literal('backup-code'), code: backupCode }),
])
export type FactorProof = z.output<typeof verifyFactorBody>

/** An instant, ISO 8601, UTC. */
const instant = z.string()

/** What an app for one-time codes is told; drawn as a QR code, and as text for whoever cannot photograph it. */
export const oneTimeCodeSetUp = z.object({
  setUpId: z.string(),
  /** otpauth://totp/… */
  uri: z.string(),
  /** The secret in groups of four letters and digits. */
  secret: z.string(),
})
export type OneTimeCodeSetUp = z.output<typeof oneTimeCodeSetUp>

export const oneTimeCodeConfirmation = z.object({ setUpId: z.uuid(), code: oneTimeCode })

/** §3 and open-points 8: the readable record of a device that skips the second factor; sessionStorage keeps it. */
export const deviceRegistration = z.object({
  deviceId: z.string(),
  userName: z.string(),
  /** The browser and its system: Firefox on Windows. */
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
