import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { deviceRegistration, oneTimeCodeConfirmation, oneTimeCodeSetUp } from '../../contract/factors.ts'
import { newPasskey, passkeyCreation } from '../../contract/webauthn.ts'
import { command } from '../../contract/wire.ts'

const instant = z.string()
const passkeyName = z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(60))

const factors = z.object({
  passkeys: z.array(
    z.object({
      passkeyId: z.string(),
      name: z.string(),
      /** The address that it was made at, the only one where it can be used: npt.example.org. */
      host: z.string(),
      addedAt: instant,
      lastUsedAt: z.nullable(instant),
    }),
  ),
  /** The app that shows one-time codes; null: none is set up. */
  code: z.nullable(z.object({ addedAt: instant, lastUsedAt: z.nullable(instant) })),
  backupCodes: z.nullable(z.object({ madeAt: instant, left: z.int(), made: z.int() })),
  /** Whether this person must keep a passkey or one-time codes (docs/clients.md, secondFactor): the last is not removed. */
  isRequired: z.boolean(),
})
export type Factors = z.output<typeof factors>

export const getFactors = endpoint({
  method: 'GET',
  path: '/api/security/factors',
  summary: 'The passkeys, the one-time codes and the backup codes of whoever is asking',
  access: 'signed-in',
  reply: factors,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/security/passkeys/begin',
  summary: 'Begins to add a passkey: what the browser makes it from',
  access: 'signed-in',
  stepUp: true,
  reply: z.object({ creation: passkeyCreation }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/security/passkeys',
  summary: 'Adds the passkey that the browser has made',
  access: 'signed-in',
  stepUp: true,
  /** `name` is what the list calls it; absent: the browser's and the system's names. */
  body: command(z.object({ passkey: newPasskey, name: z.optional(passkeyName) })),
  reply: z.object({ passkeyId: z.string() }),
})

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/security/passkeys/{passkeyId}/name',
  summary: 'Gives a passkey another name',
  access: 'signed-in',
  params: z.object({ passkeyId: z.uuid() }),
  body: command(z.object({ name: passkeyName })),
  reply: z.object({}),
})

export const startOneTimeCode = endpoint({
  method: 'POST',
  path: '/api/security/one-time-codes/begin',
  summary: 'Begins to set up one-time codes: a new secret for an app, for ten minutes',
  access: 'signed-in',
  stepUp: true,
  reply: oneTimeCodeSetUp,
})

export const addOneTimeCode = endpoint({
  method: 'POST',
  path: '/api/security/one-time-codes',
  summary: 'Sets up one-time codes with the first code that the app shows; former ones are of no more use',
  access: 'signed-in',
  stepUp: true,
  body: command(oneTimeCodeConfirmation),
  reply: z.object({}),
})

export const makeBackupCodes = endpoint({
  method: 'POST',
  path: '/api/security/backup-codes',
  summary: 'Makes ten backup codes, told this once; former ones are of no more use',
  access: 'signed-in',
  stepUp: true,
  reply: z.object({ codes: z.array(z.string()) }),
})

export const removeFactor = endpoint({
  method: 'POST',
  path: '/api/security/factors/remove',
  summary: 'Removes a passkey, the one-time codes or the backup codes',
  access: 'signed-in',
  stepUp: true,
  body: command(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('passkey'), passkeyId: z.uuid() }),
      z.object({ kind: z.literal('code') }),
      z.object({ kind: z.literal('backup-code') }),
    ]),
  ),
  reply: z.object({}),
})

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/security/devices',
  summary: 'The devices that skip the second factor of whoever is asking, last used first',
  access: 'signed-in',
  reply: z.object({
    data: z.array(
      z.object({
        ...deviceRegistration.shape,
        expiresAt: instant,
        /** Whether it is the browser that asks. */
        isThis: z.boolean(),
      }),
    ),
  }),
})

export const deleteDevice = endpoint({
  method: 'POST',
  path: '/api/security/devices/{deviceId}/forget',
  summary: 'Forgets a device: it is asked for the second factor again',
  access: 'signed-in',
  params: z.object({ deviceId: z.uuid() }),
  reply: z.object({}),
})

export const deleteAllDevices = endpoint({
  method: 'POST',
  path: '/api/security/devices/forget',
  summary: 'Forgets all devices of whoever is asking',
  access: 'signed-in',
  reply: z.object({}),
})
