import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { factorKinds, verifyFactorBody } from '../../contract/factors.ts'
import { passkeyRequest } from '../../contract/webauthn.ts'
import { command } from '../../contract/wire.ts'

/** By what a person can prove in the midst of a session that it is them (docs/decisions/0015-step-up.md). */
const proofKinds = [...factorKinds, 'password'] as const
export type ProofKind = (typeof proofKinds)[number]

const stepUpOffer = z.object({
  /** The kinds that this person can use here, the best first; none: they have to log in again. */
  kinds: z.array(z.enum(proofKinds)),
  /** Null where they have no passkey of this address. Good once. */
  passkeyRequest: z.nullable(passkeyRequest),
})
export type StepUpOffer = z.output<typeof stepUpOffer>

const passwordProof = z.object({
  kind: z.literal('password'),
  password: z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(500)),
})

export const stepUpProof = z.discriminatedUnion('kind', [...verifyFactorBody.def.options, passwordProof])
export type StepUpMethod = z.output<typeof stepUpProof>

export const offerStepUp = endpoint({
  method: 'POST',
  path: '/api/security/step-up/offer',
  summary: 'By what whoever is asking can confirm that it is them, with a fresh challenge for their passkeys',
  access: 'session',
  reply: stepUpOffer,
})

export const stepUp = endpoint({
  method: 'POST',
  path: '/api/security/step-up',
  summary: 'Confirms that it is them: good for five minutes of this session',
  access: 'session',
  body: command(stepUpProof),
  reply: z.object({}),
})
