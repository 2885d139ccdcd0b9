import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { AnchorKey } from './anchors/anchor-key.ts'
import {
  AnchorProblem,
  missingAnchors,
  type NumberedAnchors,
  openAnchors,
} from './anchors/numbered-anchors.ts'
import { beginning, type ChainedEvent, hashOfEvent } from './event-hash.ts'
import { readChain } from './read-chain.ts'

export type TrailReport = {
  realm: string
  /** How many were found in order; all of them where `finding` is null. */
  events: bigint
  /** Of the last event that was found in order; null where there is none. */
  headHash: Buffer | null
  anchors: bigint
  /** The first place that is broken, in words; null: intact. */
  finding: string | null
}

export type TrailQuestion = {
  realm: string
  key: Pick<AnchorKey, 'public'>
  /** Where the anchors of every copy of the program are. */
  folders: readonly string[]
  now: Date
  onProgress?: (done: { events: bigint; ofEvents: bigint }) => void
}

/** Fifteen times as long as a running program waits (start-anchoring.ts): whatever is older should have been anchored. */
const unanchoredAtMostMs = 15 * 60_000

type Place = { seq: bigint; hash: Buffer; unanchoredSince: string | null; lastAnchored: bigint }

/**
 * Walks the realm's whole chain and holds it against every anchor outside the database. It trusts nothing that the
 * database computes: each hash is made anew here.
 */
export async function verifyTrail(realmDb: Kysely<DB>, question: TrailQuestion): Promise<TrailReport> {
  const { realm, key, folders, now, onProgress } = question
  // In this order: an anchor that is read here is about an event that will be read below.
  const knownBefore = await lastAnchorNumber(realmDb)
  const anchors = await openAnchors(folders, realm, key)
  const ofEvents = await lastSeq(realmDb)
  const place: Place = { seq: 0n, hash: beginning, unanchoredSince: null, lastAnchored: 0n }

  const look = async () => {
    for await (const events of readChain(realmDb)) {
      for (const event of events) {
        requireNext(realm, event, place)
        place.seq = event.seq
        place.hash = event.hash
        place.unanchoredSince ??= event.recorded_at
        await holdAgainstAnchors(anchors, event, place)
      }
      onProgress?.({ events: place.seq, ofEvents })
    }
    await requireNoTailCut(anchors, place)
    await requireAllAnchors(realmDb, anchors, knownBefore)
    requireAnchoredLately(place, now)
  }
  const finding = await look().then(
    () => null,
    (error: unknown) => {
      if (error instanceof TrailProblem || error instanceof AnchorProblem) return error.message
      throw error
    },
  )
  const headHash = place.seq === 0n ? null : place.hash
  return { realm, events: place.seq, headHash, anchors: anchors.lastNumber(), finding }
}

/** The first broken place, in words. */
class TrailProblem extends Error {
  override name = 'TrailProblem'
}

function requireNext(realm: string, event: ChainedEvent, { seq, hash }: Place): void {
  const due = seq + 1n
  if (event.seq !== due)
    throw new TrailProblem(
      event.seq - due === 1n ? `event ${due} is missing` : `events ${due} to ${event.seq - 1n} are missing`,
    )
  if (!event.previous_hash.equals(hash))
    throw new TrailProblem(
      `event ${due} does not follow from ${seq === 0n ? 'the beginning' : `event ${seq}`}: something was altered, inserted, removed or put in another place there`,
    )
  if (!hashOfEvent(realm, event).equals(event.hash)) throw new TrailProblem(`event ${due} was altered`)
}

async function holdAgainstAnchors(
  anchors: NumberedAnchors,
  event: ChainedEvent,
  place: Place,
): Promise<void> {
  for (let anchor = await anchors.upTo(event.seq); anchor; anchor = await anchors.upTo(event.seq)) {
    if (anchor.seq !== event.seq || !anchor.hash.equals(event.hash))
      throw new TrailProblem(
        `the trail was made anew somewhere in events ${place.lastAnchored + 1n} to ${anchor.seq}: anchor ${anchor.number} of ${anchor.at.toISOString()} knows another event ${anchor.seq}`,
      )
    place.lastAnchored = anchor.seq
    place.unanchoredSince = null
  }
}

async function requireNoTailCut(anchors: NumberedAnchors, { seq }: Place): Promise<void> {
  const beyond = await anchors.next()
  if (beyond)
    throw new TrailProblem(
      `the tail is cut after event ${seq}: anchor ${beyond.number} of ${beyond.at.toISOString()} knows event ${beyond.seq}`,
    )
}

/** The database remembers how many anchors left it, so a file that lost its end is noticed, and the other way about. */
async function requireAllAnchors(
  realmDb: Kysely<DB>,
  anchors: NumberedAnchors,
  knownBefore: bigint,
): Promise<void> {
  const found = anchors.lastNumber()
  if (found < knownBefore)
    throw new AnchorProblem(`${missingAnchors(found + 1n, knownBefore)} from the end of the files`)
  // One more may stand in the file than the database was told of, when the program ended between the two.
  const known = await lastAnchorNumber(realmDb)
  if (found > known + 1n)
    throw new AnchorProblem(
      `the database has forgotten the anchors after ${known}; the files have them up to ${found}`,
    )
}

function requireAnchoredLately({ unanchoredSince, lastAnchored }: Place, now: Date): void {
  if (unanchoredSince === null) return
  if (now.getTime() - Date.parse(`${unanchoredSince}Z`) > unanchoredAtMostMs)
    throw new AnchorProblem(
      `nothing after event ${lastAnchored} was anchored, though event ${lastAnchored + 1n} is of ${unanchoredSince}Z: does the program run, and can it write its anchors?`,
    )
}

async function lastAnchorNumber(realmDb: Kysely<DB>): Promise<bigint> {
  const row = await realmDb
    .selectFrom('audit_anchor')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  return BigInt(row?.number ?? 0)
}

async function lastSeq(realmDb: Kysely<DB>): Promise<bigint> {
  const row = await realmDb
    .selectFrom('audit_event')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return BigInt(row?.seq ?? 0)
}
