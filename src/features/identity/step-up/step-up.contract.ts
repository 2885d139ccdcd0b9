import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { factorKinds, verifyFactorBody } from '../../../contract/factors.ts'
import { passkeyRequest } from '../../../contract/webauthn.ts'
import { command } from '../../../contract/wire.ts'

/** How a person can verify their identity during a session (docs/decisions/0015-step-up.md). */
const stepUpKinds = [...factorKinds, 'password'] as const
export type StepUpKind = (typeof stepUpKinds)[number]

const stepUpOptions = z.object({
  /** The methods that this person can use here, the best first; if empty, they have to log in again. */
  kinds: z.array(z.enum(stepUpKinds)),
  /** Null if they have no passkey for this host. Can be used once. */
  passkeyRequest: z.nullable(passkeyRequest),
})
export type StepUpOffer = z.output<typeof stepUpOptions>

const passwordMethod = z.object({
  kind: z.literal('password'),
  password: z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(500)),
})

const stepUpMethod = z.discriminatedUnion('kind', [...verifyFactorBody.def.options, passwordMethod])
export type StepUpMethod = z.output<typeof stepUpMethod>

export const getStepUpOptions = endpoint({
  method: 'POST',
  path: '/api/security/step-up/options',
  summary: 'Lists the caller’s step-up methods, with a new challenge for their passkeys',
  access: 'session',
  reply: stepUpOptions,
  silent: true,
})

export const stepUp = endpoint({
  method: 'POST',
  path: '/api/security/step-up',
  summary: 'Verifies the caller’s identity for the next five minutes of this session',
  access: 'session',
  records: ['step-up', 'factor-accepted', 'factor-refused', 'password-accepted', 'password-refused'],
  body: command(stepUpMethod),
  reply: z.object({
    /** The cookie's secret was replaced; a tab with a token for the former one obtains another. */
    antiforgeryChanged: z.boolean(),
  }),
  silent: true,
})
