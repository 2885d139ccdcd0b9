import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import type { Client } from '../../tenants/client.ts'
import type { Databases } from '../db/pools.ts'
import { type DeviceKeeper, deviceKeeper } from './factors/remembered-devices.ts'
import { type JourneyKeeper, journeyKeeper } from './journey/journey.ts'
import { type RelyingParty, relyingParty } from './journey/relying-party.ts'
import { keptPerOrigin } from './kept-per-origin.ts'
import { type PasswordHasher, passwordHasher } from './passwords.ts'
import { embeddedProvider } from './provider/embedded-provider.ts'

/** What signing in needs of the program; handlers find it in their context. */
export type Identity = {
  provider(client: Client, origin: string): Promise<Provider>
  relyingParty(client: Client, origin: string): Promise<RelyingParty>
  journeys: JourneyKeeper
  passwords: PasswordHasher
  devices: DeviceKeeper
  /** Whether the clients' `secondFactor` is asked for; the demonstration's people sign in by password alone. */
  enforcesSecondFactor: boolean
  /** Root of derived keys, for what is kept as a keyed hash. */
  secret: string
}

export type IdentitySettings = {
  databases: Databases
  clients: Readonly<Record<string, Client>>
  secret: string
  secureCookies: boolean
  enforcesSecondFactor: boolean
  passwords?: PasswordHasher
}

/** Throws where a client asks for a provider that this program does not speak with: at the start, not at a sign-in. */
export function createIdentity(settings: IdentitySettings, inject: FastifyInstance['inject']): Identity {
  const { databases, clients, secret, secureCookies } = settings
  for (const client of Object.values(clients)) {
    const [only, ...more] = client.identityProviders
    if (only?.kind !== 'embedded' || more.length > 0)
      throw new Error(
        `The client ${client.name} names the identity providers [${client.identityProviders.map(({ kind }) => kind).join(', ')}]: this version signs in by the embedded one alone.`,
      )
  }
  return {
    provider: keptPerOrigin((client, origin) => embeddedProvider({ databases, secret }, client, origin)),
    relyingParty: keptPerOrigin((client, origin) => relyingParty({ inject, secret }, client, origin)),
    journeys: journeyKeeper(secret, secureCookies),
    passwords: settings.passwords ?? passwordHasher(),
    devices: deviceKeeper(secureCookies),
    enforcesSecondFactor: settings.enforcesSecondFactor,
    secret,
  }
}
