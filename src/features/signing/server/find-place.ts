import { Problem } from '../../../contract/problems.ts'
import { uncachedAccess } from '../../../server/auth/access-cache.ts'
import { type Actor, actorOf, authorizedAccount, nameOf } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { type EnvelopeWithOwner, findEnvelope, type SignerRow, signersOf } from './envelopes.queries.ts'
import { isSponsor } from './turns.ts'

export type SigningContext = BaseContext & { actor: Actor }

/** The book of an envelope. For a client with two books, it may differ from the book of the request. */
export type InBook = Pick<BaseContext, 'db' | 'book'>

/**
 * A signer's place in an envelope. Only code that has checked access creates one, so holding it means that the caller may see the
 * envelope.
 */
export type Place = {
  envelope: EnvelopeWithOwner
  signers: readonly SignerRow[]
  signer: SignerRow
  inBook: InBook
  /** Who signs: a user in a session, or the reader of a mailed link. */
  by: { userId: string; sessionId: string; name: string } | { userId: null; name: string }
  /** Whether its account accepts changes: nothing is signed for a closed account (§16). */
  mayChange: boolean
}

/**
 * Finds the caller's place among the signers of an envelope. A signer of an account needs DOCUMENT_SIGN on it; the sponsor's place
 * belongs to anyone with DOCUMENT_COUNTERSIGN who has no other. For everyone else the envelope does not exist (§14).
 *
 * The address of an envelope names no book, and another tab may have shown the other one since it was made, so both are searched.
 */
export async function findPlace(envelopeId: string, context: SigningContext): Promise<Place> {
  const { db, book, otherBook, actor } = context
  const books: InBook[] = [{ db, book }, ...(otherBook ? [{ db: otherBook.db, book: otherBook }] : [])]
  for (const inBook of books) {
    const envelope = await findEnvelope(inBook.db, envelopeId)
    if (!envelope) continue
    const signers = await signersOf(inBook.db, envelopeId)
    const allowed = await allowedSigner(envelope, signers, inBook, context)
    const by = {
      userId: actor.userId,
      sessionId: actor.sessionId,
      name: nameOf(actor),
    }
    if (allowed) return { envelope, signers, inBook, by, ...allowed }
  }
  throw new Problem('not-found')
}

/** The place of a signer who has no login and came by a mailed link, which the caller has verified. */
export async function placeOfLink(
  { envelopeId, signerId }: { envelopeId: string; signerId: string },
  inBook: InBook,
): Promise<Place> {
  const envelope = await findEnvelope(inBook.db, envelopeId)
  const signers = await signersOf(inBook.db, envelopeId)
  const signer = signers.find(each => each.signer_id === signerId && each.by_link)
  if (!envelope || !signer) throw new Problem('not-found')
  const by = { userId: null, name: signer.name }
  return { envelope, signers, signer, inBook, by, mayChange: isWaitingForSignatures(envelope) }
}

type AllowedSigner = Pick<Place, 'signer' | 'mayChange'>

async function allowedSigner(
  envelope: EnvelopeWithOwner,
  signers: readonly SignerRow[],
  inBook: InBook,
  context: SigningContext,
): Promise<AllowedSigner | null> {
  const own = signers.find(({ user_id: id }) => id === context.actor.userId)
  // Before the account exists, nobody has a role on it: the application names the signers, until it closes for them.
  if (envelope.application_id !== null && own) {
    const reader = { userId: context.actor.userId, now: context.clock.now() }
    for (const { isOpenTo } of context.signatures.owners)
      if (await isOpenTo?.(inBook.db, envelope.application_id, reader))
        return { signer: own, mayChange: isWaitingForSignatures(envelope) }
  }
  if (envelope.fundId === null) return null
  const onAccount = await actorOn(envelope.fundId, inBook, context)
  const signer = onAccount && placeOf(signers, onAccount.actor)
  return signer ? { signer, mayChange: onAccount.mayChange } : null
}

const isWaitingForSignatures = ({ applicationState }: EnvelopeWithOwner) => applicationState === 'signing'

function placeOf(signers: readonly SignerRow[], { userId, actions }: Actor): SignerRow | undefined {
  const own = signers.find(({ user_id: id }) => id === userId)
  if (own) return actions.has('DOCUMENT_SIGN') ? own : undefined
  return actions.has('DOCUMENT_COUNTERSIGN') ? signers.find(isSponsor) : undefined
}

/** The caller with their roles on the envelope's account, which may differ from their current account. */
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
  // An account that was accepted becomes active by its signed documents (§16).
  return { actor, mayChange: account.writeAccessWhenEntered }
}
