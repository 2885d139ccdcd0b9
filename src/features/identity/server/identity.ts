import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type Provider from 'oidc-provider'
import type { Client } from '../../../clients/client.ts'
import { minuteMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type DeviceStore, deviceStore } from '../factors/server/remembered-devices.ts'
import { type AuthRequestStore, authRequestStore } from '../oidc/server/auth-request.ts'
import { embeddedProvider } from '../oidc/server/embedded-provider.ts'
import { type ProviderClient, providerClientFor } from '../oidc/server/provider-clients.ts'
import { type ProviderSecrets, problemsOfProviders, providerNamed } from '../oidc/server/provider-settings.ts'
import { type PasswordHasher, passwordHasher } from '../passwords/server/password-hasher.ts'

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

/** After this time an entry is created again, so that new keys and metadata take effect. */
const maxAgeMs = 10 * minuteMs
const maxEntries = 64

/**
 * Caches one value for each client, origin and `name`, for ten minutes. State that must persist is in the database.
 */
function cachePerOrigin<T>(
  create: (client: Client, origin: string, name: string) => Promise<T>,
): (client: Client, origin: string, name?: string) => Promise<T> {
  const entries = new Map<string, { value: Promise<T>; createdAtTickMs: number }>()
  return (client, origin, name = '') => {
    const key = `${client.name} ${origin} ${name}`
    const cached = entries.get(key)
    if (cached && performance.now() - cached.createdAtTickMs < maxAgeMs) return cached.value
    const value = create(client, origin, name)
    entries.delete(key)
    entries.set(key, { value, createdAtTickMs: performance.now() })
    value.catch(() => entries.delete(key))
    // Unknown hosts are rejected earlier (client-of-host.ts), so the limit is only a safeguard.
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    return value
  }
}
