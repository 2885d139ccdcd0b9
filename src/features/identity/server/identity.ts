import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import type { Client } from '../../../clients/client.ts'
import { type DeviceStore, deviceStore } from './mfa/remembered-devices.ts'
import { type AuthRequestStore, authRequestStore } from './oidc/auth-request.ts'
import { cachePerOrigin } from './oidc/cache-per-origin.ts'
import { embeddedProvider, type RealmDatabases } from './oidc/embedded-provider.ts'
import { type ProviderClient, providerClientFor } from './oidc/provider-clients.ts'
import { type ProviderSecrets, problemsOfProviders, providerNamed } from './oidc/provider-settings.ts'
import { type PasswordHasher, passwordHasher } from './passwords/password-hasher.ts'

/** What signing in needs of the program; handlers find it in their context. */
export type Identity = {
  provider(client: Client, origin: string): Promise<Provider>
  /** The way in through the client's provider of this name. Throws where there is none such, or it cannot be reached. */
  providerClient(client: Client, origin: string, name: string): Promise<ProviderClient>
  authRequests: AuthRequestStore
  passwords: PasswordHasher
  devices: DeviceStore
  /** Whether the clients' `secondFactor` is asked for; the demonstration's people sign in by password alone. */
  enforcesSecondFactor: boolean
  /** Whether providers may be spoken with over plain http, on this very machine alone. */
  allowsLoopback: boolean
  /** Root of derived keys, for what is kept as a keyed hash. */
  secret: string
}

export type IdentitySettings = {
  databases: RealmDatabases
  clients: Readonly<Record<string, Client>>
  secret: string
  secureCookies: boolean
  enforcesSecondFactor: boolean
  /** What the clients' own providers need of the environment (readProviderSecrets); absent: nothing. */
  providerSecrets?: ProviderSecrets
  passwords?: PasswordHasher
}

/** Throws where a client's providers cannot be spoken with as they stand: at the start, not at a sign-in. */
export function createIdentity(settings: IdentitySettings, inject: FastifyInstance['inject']): Identity {
  const { databases, clients, secret, secureCookies, providerSecrets = {} } = settings
  const allowsLoopback = !secureCookies
  const wrong = problemsOfProviders(Object.values(clients), providerSecrets, { allowsLoopback })
  if (wrong.length > 0) throw new Error(wrong.join(' '))
  const providerClients = { inject, secret, providerSecrets, allowsLoopback }
  return {
    provider: cachePerOrigin((client, origin) => embeddedProvider({ databases, secret }, client, origin)),
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
