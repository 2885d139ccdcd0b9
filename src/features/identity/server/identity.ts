import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type Provider from 'oidc-provider'
import type { Client } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type DeviceStore, deviceStore } from './mfa/remembered-devices.ts'
import { type AuthRequestStore, authRequestStore } from './oidc/auth-request.ts'
import { cachePerOrigin } from './oidc/cache-per-origin.ts'
import { embeddedProvider } from './oidc/embedded-provider.ts'
import { type ProviderClient, providerClientFor } from './oidc/provider-clients.ts'
import { type ProviderSecrets, problemsOfProviders, providerNamed } from './oidc/provider-settings.ts'
import { type PasswordHasher, passwordHasher } from './passwords/password-hasher.ts'

declare module '../../../server/http/request-context.ts' {
  // Declared here, because src/server imports no feature.
  interface BaseContext {
    identity: Identity
  }
}

/** What authentication needs. Handlers find it in their context. */
export type Identity = {
  provider(client: Client, origin: string): Promise<Provider>
  /** The relying party for the client's provider of this name. Throws if there is no such provider or it cannot be reached. */
  providerClient(client: Client, origin: string, name: string): Promise<ProviderClient>
  authRequests: AuthRequestStore
  passwords: PasswordHasher
  devices: DeviceStore
  /** Whether the clients' `secondFactor` setting applies. Demonstration users sign in by password only. */
  enforcesSecondFactor: boolean
  /** Whether providers on this machine may be reached over plain http. */
  allowsLoopback: boolean
  /** Root of the derived keys, for values that are stored as a keyed hash. */
  secret: string
}

type IdentitySettings = {
  /** Opens the connection of a realm. */
  realmDbOf: (realm: string) => Kysely<DB>
  clients: Readonly<Record<string, Client>>
  secret: string
  secureCookies: boolean
  enforcesSecondFactor: boolean
  /** Secrets of the clients' own providers, from the environment (readProviderSecrets). */
  providerSecrets?: ProviderSecrets
  passwords?: PasswordHasher
}

/** Throws if a client's provider settings are invalid, so that the program fails at the start and not at a sign-in. */
export function createIdentity(settings: IdentitySettings, inject: FastifyInstance['inject']): Identity {
  const { realmDbOf, clients, secret, secureCookies, providerSecrets = {} } = settings
  const allowsLoopback = !secureCookies
  const errors = problemsOfProviders(Object.values(clients), providerSecrets, { allowsLoopback })
  if (errors.length > 0) throw new Error(errors.join(' '))
  const providerClients = { inject, secret, providerSecrets, allowsLoopback }
  return {
    provider: cachePerOrigin((client, origin) =>
      embeddedProvider({ realmDb: realmDbOf(client.realm), secret }, client, origin),
    ),
    providerClient: cachePerOrigin(async (client, origin, name) => {
      const provider = providerNamed(client, name)
      if (!provider) throw new Error(`${client.name} has no provider ${name}`)
      return await providerClientFor(providerClients, provider, { client, origin })
    }),
    allowsLoopback,
    authRequests: authRequestStore(secret, secureCookies),
    passwords: settings.passwords ?? passwordHasher(),
    devices: deviceStore(secureCookies),
    enforcesSecondFactor: settings.enforcesSecondFactor,
    secret,
  }
}
