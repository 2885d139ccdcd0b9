import { Problem } from '../../../contract/problems.ts'
import { uncachedAccess } from '../../../server/auth/access-cache.ts'
import { type Actor, actorOf, allowsChanges, authorizedAccount } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { type EnvelopeRow, findEnvelope, type SignerRow, signersOf } from './envelopes.queries.ts'

export type SigningContext = BaseContext & { actor: Actor }

/** The book of an envelope. At a client with two it need not be the one that the request is about. */
export type InBook = Pick<BaseContext, 'db' | 'book'>

/** The caller's place in an envelope. Existing values of it are the permission to see the envelope. */
export type Place = {
  envelope: EnvelopeRow
  signers: readonly SignerRow[]
  signer: SignerRow
  inBook: InBook
  /** Whether the account may change: nothing is signed for a closed one (§16). */
  mayChange: boolean
}

/**
 * Finds the caller's place among the signers of an envelope. A signer of the account needs DOCUMENT_SIGN on it; the sponsor's place
 * belongs to anybody with DOCUMENT_COUNTERSIGN who has no other. To everybody else the envelope does not exist (§14).
 *
 * The address of an envelope names no book, and another tab may have shown the other one since it was made, so both are searched.
 */
export async function findPlace(envelopeId: string, context: SigningContext): Promise<Place> {
  const { db, book, otherBook } = context
  const books: InBook[] = [{ db, book }, ...(otherBook ? [{ db: otherBook.db, book: otherBook }] : [])]
  for (const inBook of books) {
    const envelope = await findEnvelope(inBook.db, envelopeId)
    if (!envelope) continue
    const onAccount = await actorOn(envelope.fundId, inBook, context)
    const signers = await signersOf(inBook.db, envelopeId)
    const signer = onAccount && placeOf(signers, onAccount.actor)
    if (onAccount && signer) return { envelope, signers, signer, inBook, mayChange: onAccount.mayChange }
  }
  throw new Problem('not-found')
}

function placeOf(signers: readonly SignerRow[], { userId, actions }: Actor): SignerRow | undefined {
  const own = signers.find(({ user_id: id }) => id === userId)
  if (own) return actions.has('DOCUMENT_SIGN') ? own : undefined
  return actions.has('DOCUMENT_COUNTERSIGN') ? signers.find(({ user_id: id }) => id === null) : undefined
}

/** The caller with their roles on the envelope's account, which need not be the one that they are looking at. */
async function actorOn(
  fundId: number,
  { db, book }: InBook,
  { client, clock, request, sessions }: SigningContext,
): Promise<{ actor: Actor; mayChange: boolean } | null> {
  const now = clock.now()
  const claims = sessions.claimsOf(request, client, now)
  const principal =
    claims &&
    (await uncachedAccess.loadPrincipal(db, { ...claims, client: client.name, book: book.name, fundId, now }))
  if (!principal) return null
  const actor = actorOf(principal, claims.sessionId)
  const account = authorizedAccount(principal, actor, fundId)
  if (!account) return null
  const { status } = account
  // An account that was accepted becomes active by its signed documents (§16).
  const mayChange = principal.write_access === true && (status === 'Entered' || allowsChanges(status, actor))
  return { actor, mayChange }
}
