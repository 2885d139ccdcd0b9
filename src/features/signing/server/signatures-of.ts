import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { isNameOf } from '../domain/signer-name.ts'
import type { SignatureName } from '../signing.contract.ts'
import { embeddedProviderName } from './embedded-provider.ts'
import { type SignerRow, signersOf } from './envelopes.queries.ts'
import { isSponsor } from './turns.ts'

/** What a signer typed as their signature; null until then. */
export function signatureOf(signer: SignerRow): SignatureName | null {
  const { typed_name: typedName, decided_by_name: decidedBy, name } = signer
  if (typedName === null) return null
  return { typedName, isTheirs: isNameOf(typedName, isSponsor(signer) ? (decidedBy ?? name) : name) }
}

/** The same for each signer of a document, by the signer's ID. Other providers than the portal tell no names. */
export async function signaturesOf(
  db: Kysely<DB>,
  { provider, envelope_id: envelopeId }: { provider: string | null; envelope_id: string | null },
): Promise<ReadonlyMap<string, SignatureName | null>> {
  if (provider !== embeddedProviderName || envelopeId === null) return new Map()
  const signers = await signersOf(db, envelopeId)
  return new Map(signers.map(signer => [signer.signer_id, signatureOf(signer)]))
}
