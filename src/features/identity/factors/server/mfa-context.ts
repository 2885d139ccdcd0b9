import type { Kysely } from 'kysely'
import type { Client } from '../../../../clients/client.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'

/** The context of a factor's use or change. `address` is the caller's network address, `origin` the client's. */
export type MfaContext = {
  realmDb: Kysely<DB>
  secret: string
  client: Client
  origin: string
  now: Date
  address: string
  /** Null before the person is logged in. */
  sessionId: string | null
}

/** The use of a factor. A challenge is valid for one use only: `boundTo` is the session or the interaction. */
export type FactorUse = { purpose: 'sign-in' | 'step-up'; boundTo: string }

export function mfaContextOf(context: BaseContext & { actor?: Actor }): MfaContext {
  const { realmDb, client, identity, clock, origin, request, actor } = context
  return {
    sessionId: actor?.sessionId ?? null,
    realmDb: realmDb,
    secret: identity.secret,
    client,
    origin,
    now: clock.now(),
    address: request.ip,
  }
}

/** The WebAuthn relying party ID, to which passkeys are bound: the host without the port. */
export function rpIdOf(origin: string): string {
  return new URL(origin).hostname
}

/** How a person authenticated, for the ID token and the session: methods (RFC 8176) and assurance level. */
export type Authentication = { amr: readonly string[]; acr: Acr }

export const acrValues = [
  'urn:almoner:acr:password',
  'urn:almoner:acr:remembered-device',
  'urn:almoner:acr:two-factors',
  'urn:almoner:acr:passkey',
] as const
export type Acr = (typeof acrValues)[number]

/** Whether the person presented every required factor. A remembered device replaces the second one, so it does not count. */
const isStepUpByAcr = {
  'urn:almoner:acr:password': true,
  'urn:almoner:acr:remembered-device': false,
  'urn:almoner:acr:two-factors': true,
  'urn:almoner:acr:passkey': true,
} as const satisfies Record<Acr, boolean>

/** Whether a login at the embedded provider counts as a step-up. An unknown `acr` does not. */
export function countsAsStepUp(acr: string | null): boolean {
  const named = acrValues.find(each => each === acr)
  return named !== undefined && isStepUpByAcr[named]
}
