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

/** A feature that creates envelopes. src/app lists them for those who sign (src/app/server/envelope-owners.ts). */
export type EnvelopeOwner = {
  /** Adds the job that follows what happened to an envelope. @returns false if the owner has no such envelope in this book. */
  follow(db: Kysely<DB>, envelope: { provider: string; envelopeId: string }): Promise<boolean>
  /** Whether a signer may still read the envelope of an application; before its account exists, nobody has a role on it. */
  isOpenTo?(db: Kysely<DB>, applicationId: string, reader: { userId: string; now: Date }): Promise<boolean>
}

/** The providers of signatures that are configured, and whose documents are signed at them. */
export type SignatureProviders = {
  owners: readonly EnvelopeOwner[]
  /** The provider that signs new documents of the client; an envelope stays with the provider that it was created at. */
  nameFor(client: Client): string
  /** Null: there is no provider with this name. */
  open(name: string, place: SigningPlace): SignatureProvider | null
}

/** A program without a provider: documents can be prepared, and wait until there is one. */
export const noProviders: SignatureProviders = { owners: [], nameFor: () => 'embedded', open: () => null }

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
