import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { Problem } from '../../contract/problems.ts'
import type { Clock } from '../../domain/clock.ts'
import type { DB } from '../db/schema.ts'
import type { EncryptedFiles } from '../files/encrypted-files.ts'
import { ProviderUnavailable, type SignatureProvider } from './provider.ts'

/** Where a provider of signatures works: one book of one client. `db` is bound to the book. */
type SigningPlace = {
  book: string
  db: Kysely<DB>
  documentFiles: EncryptedFiles
  client: Client
  clock: Clock
  /** The portal's own address for the client, such as `https://npt.example.org`. */
  origin: string
}

/** The providers of signatures that are configured. */
export type SignatureProviders = {
  /** The provider that signs new documents of the client; an envelope stays with the provider that it was created at. */
  nameFor(client: Client): string
  /** Null: there is no provider with this name. */
  open(name: string, place: SigningPlace): SignatureProvider | null
}

/** A program without a provider: documents can be prepared, and wait until there is one. */
export const noProviders: SignatureProviders = { nameFor: () => 'embedded', open: () => null }

/** @throws ProviderUnavailable if there is no provider with this name. */
export function openProvider(
  providers: SignatureProviders,
  name: string,
  place: SigningPlace,
): SignatureProvider {
  const provider = providers.open(name, place)
  if (!provider) throw new ProviderUnavailable('the signature service', { message: `no provider ${name}` })
  return provider
}

/** §8's 'Service Unavailable' of a provider; any other error stays what it is. */
export const unavailableProblem = (error: unknown): unknown =>
  error instanceof ProviderUnavailable
    ? new Problem('service-unavailable', { service: error.provider })
    : error

/**
 * Checks the address to which a provider sends a signer: only its own hosts, by https, or the portal itself. Anything else could be
 * an open redirect.
 *
 * @throws ProviderUnavailable if the address leads elsewhere.
 */
export function checkSigningAddress(address: URL, { name, hosts }: SignatureProvider, origin: string): URL {
  const isAllowed =
    hosts.includes(address.hostname) &&
    address.username === '' &&
    address.password === '' &&
    (address.origin === origin || (address.protocol === 'https:' && address.port === ''))
  if (!isAllowed)
    throw new ProviderUnavailable(name, { message: `${name} answered with an address elsewhere` })
  return address
}
