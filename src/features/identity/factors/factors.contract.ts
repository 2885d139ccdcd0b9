import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { deviceRegistration, oneTimeCodeConfirmation, oneTimeCodeSetUp } from '../../../contract/factors.ts'
import { typedText } from '../../../contract/typed-text.ts'
import { newPasskey, passkeyCreation } from '../../../contract/webauthn.ts'
import { command } from '../../../contract/wire.ts'

const instant = z.string()
const passkeyName = typedText(60).check(z.minLength(1, 'Enter a name'))

const factors = z.object({
  passkeys: z.array(
    z.object({
      passkeyId: z.string(),
      name: z.string(),
      /** The host that it was created for, the only one where it works: npt.example.org. */
      host: z.string(),
      addedAt: instant,
      lastUsedAt: z.nullable(instant),
    }),
  ),
  /** The authenticator app; null if none is set up. */
  code: z.nullable(z.object({ addedAt: instant, lastUsedAt: z.nullable(instant) })),
  backupCodes: z.nullable(z.object({ createdAt: instant, remaining: z.int(), total: z.int() })),
  /** Whether this person must keep at least one passkey or one-time codes (docs/clients.md, secondFactor). */
  isRequired: z.boolean(),
})
export type Factors = z.output<typeof factors>

export const getFactors = endpoint({
  method: 'GET',
  path: '/api/security/factors',
  summary: 'Returns the caller’s passkeys, one-time codes and backup codes',
  access: 'signed-in',
  reply: factors,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/security/passkeys/start',
  summary: 'Starts adding a passkey: returns the options for the browser',
  access: 'signed-in',
  stepUp: true,
  reply: z.object({ creation: passkeyCreation }),
  silent: true,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/security/passkeys',
  summary: 'Adds the passkey that the browser created',
  access: 'signed-in',
  records: ['factor-added'],
  stepUp: true,
  /** `name` is shown in the list; by default the names of the browser and the operating system. */
  body: command(z.object({ passkey: newPasskey, name: z.optional(passkeyName) })),
  reply: z.object({ passkeyId: z.string() }),
})

export const startOneTimeCode = endpoint({
  method: 'POST',
  path: '/api/security/one-time-codes/start',
  summary: 'Starts setting up one-time codes: returns a secret for the app, valid for ten minutes',
  access: 'signed-in',
  stepUp: true,
  reply: oneTimeCodeSetUp,
  silent: true,
})

export const addOneTimeCode = endpoint({
  method: 'POST',
  path: '/api/security/one-time-codes',
  summary: 'Sets up one-time codes, confirmed by the app’s first code; replaces an earlier setup',
  access: 'signed-in',
  records: ['factor-added'],
  stepUp: true,
  body: command(oneTimeCodeConfirmation),
  reply: z.object({}),
})

export const makeBackupCodes = endpoint({
  method: 'POST',
  path: '/api/security/backup-codes',
  summary: 'Creates ten backup codes, shown only in this reply; earlier codes stop working',
  access: 'signed-in',
  records: ['factor-added', 'factor-removed'],
  stepUp: true,
  reply: z.object({ codes: z.array(z.string()) }),
})

export const removeFactor = endpoint({
  method: 'POST',
  path: '/api/security/factors/remove',
  summary: 'Removes a passkey, the one-time codes or the backup codes',
  access: 'signed-in',
  records: ['factor-removed', 'session-ended'],
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
  summary: 'Lists the devices on which the caller skips the second factor, last used first',
  access: 'signed-in',
  reply: z.object({
    data: z.array(
      z.object({
        ...deviceRegistration.shape,
        expiresAt: instant,
        /** Whether it is the browser of this request. */
        isThis: z.boolean(),
      }),
    ),
  }),
})

export const deleteDevice = endpoint({
  method: 'POST',
  path: '/api/security/devices/{deviceId}/delete',
  summary: 'Deletes a device: its next login needs the second factor',
  access: 'signed-in',
  records: ['device-forgotten'],
  params: z.object({ deviceId: z.uuid() }),
  reply: z.object({}),
})

export const deleteAllDevices = endpoint({
  method: 'POST',
  path: '/api/security/devices/delete',
  summary: 'Deletes all of the caller’s devices',
  access: 'signed-in',
  records: ['device-forgotten'],
  reply: z.object({}),
})
