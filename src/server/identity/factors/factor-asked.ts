import type { Kysely } from 'kysely'
import type { Client } from '../../../tenants/client.ts'
import type { DB } from '../../db/schema.ts'
import type { BaseContext } from '../../http/request-context.ts'

/** Where and when a factor is asked for or changed. `address` is the caller's; `origin` is where they see the client. */
export type FactorAsked = {
  realmDb: Kysely<DB>
  secret: string
  client: Client
  origin: string
  now: Date
  address: string
}

/** What a proof is for. A challenge of one use is none for another: `boundTo` is the session or the sign-in that asked. */
export type FactorUse = { purpose: 'sign-in' | 'step-up'; boundTo: string }

export function askedBy({ realmDb, client, identity, clock, origin, request }: BaseContext): FactorAsked {
  return {
    realmDb: realmDb,
    secret: identity.secret,
    client,
    origin,
    now: clock.now(),
    address: request.ip,
  }
}

/** WebAuthn's name of this address, to which its passkeys are bound: the host without the port. */
export function rpIdOf(origin: string): string {
  return new URL(origin).hostname
}

/** How somebody signed in, for the ID token and the session: RFC 8176's methods, and what they amount to. */
export type Proved = { amr: readonly string[]; acr: Acr }

export const acrValues = [
  'urn:almoner:acr:password',
  'urn:almoner:acr:remembered-device',
  'urn:almoner:acr:two-factors',
  'urn:almoner:acr:passkey',
] as const
export type Acr = (typeof acrValues)[number]

/** Whether the person has just given what this client asks for. A remembered device has spared them their second factor. */
const isFresh = {
  'urn:almoner:acr:password': true,
  'urn:almoner:acr:remembered-device': false,
  'urn:almoner:acr:two-factors': true,
  'urn:almoner:acr:passkey': true,
} as const satisfies Record<Acr, boolean>

/** Whether a sign-in at the embedded provider counts as a proof for a step-up; one that is not named above does not. */
export function isFreshProof(acr: string | null): boolean {
  const named = acrValues.find(each => each === acr)
  return named !== undefined && isFresh[named]
}
