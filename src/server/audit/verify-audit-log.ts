import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { CheckpointKey } from './checkpoint-key.ts'
import { beginning, type ChainedEvent, hashOfEvent } from './event-hash.ts'
import {
  CheckpointProblem,
  missingCheckpoints,
  type NumberedCheckpoints,
  openCheckpoints,
} from './numbered-checkpoints.ts'
import { readChain } from './read-hash-chain.ts'

export type AuditLogReport = {
  realm: string
  /** How many were found in order; all of them where `finding` is null. */
  events: bigint
  /** Of the last event that was found in order; null where there is none. */
  headHash: Buffer | null
  checkpoints: bigint
  /** The first place that is broken, in words; null: intact. */
  finding: string | null
}

export type AuditLogFilter = {
  realm: string
  key: Pick<CheckpointKey, 'public'>
  /** Where the anchors of every copy of the program are. */
  folders: readonly string[]
  now: Date
  onProgress?: (done: { events: bigint; ofEvents: bigint }) => void
}

/** Fifteen times as long as a running program waits (start-anchoring.ts): whatever is older should have been anchored. */
const withoutCheckpointAtMostMs = 15 * 60_000

type Place = { seq: bigint; hash: Buffer; withoutCheckpointSince: string | null; lastCheckpointed: bigint }

/**
 * Walks the realm's whole chain and holds it against every anchor outside the database. It trusts nothing that the
 * database computes: each hash is made anew here.
 */
export async function verifyAuditLog(realmDb: Kysely<DB>, question: AuditLogFilter): Promise<AuditLogReport> {
  const { realm, key, folders, now, onProgress } = question
  // In this order: an anchor that is read here is about an event that will be read below.
  const knownBefore = await lastCheckpointNumber(realmDb)
  const checkpoints = await openCheckpoints(folders, realm, key)
  const ofEvents = await lastSeq(realmDb)
  const place: Place = { seq: 0n, hash: beginning, withoutCheckpointSince: null, lastCheckpointed: 0n }

  const look = async () => {
    for await (const events of readChain(realmDb)) {
      for (const event of events) {
        requireNext(realm, event, place)
        place.seq = event.seq
        place.hash = event.hash
        place.withoutCheckpointSince ??= event.recorded_at
        await compareWithCheckpoints(checkpoints, event, place)
      }
      onProgress?.({ events: place.seq, ofEvents })
    }
    await requireNoTailCut(checkpoints, place)
    await requireAllCheckpoints(realmDb, checkpoints, knownBefore)
    requireRecentCheckpoint(place, now)
  }
  const finding = await look().then(
    () => null,
    (error: unknown) => {
      if (error instanceof AuditLogProblem || error instanceof CheckpointProblem) return error.message
      throw error
    },
  )
  const headHash = place.seq === 0n ? null : place.hash
  return { realm, events: place.seq, headHash, checkpoints: checkpoints.lastNumber(), finding }
}

/** The first broken place, in words. */
class AuditLogProblem extends Error {
  override name = 'TrailProblem'
}

function requireNext(realm: string, event: ChainedEvent, { seq, hash }: Place): void {
  const due = seq + 1n
  if (event.seq !== due)
    throw new AuditLogProblem(
      event.seq - due === 1n ? `event ${due} is missing` : `events ${due} to ${event.seq - 1n} are missing`,
    )
  if (!event.previous_hash.equals(hash))
    throw new AuditLogProblem(
      `event ${due} does not follow from ${seq === 0n ? 'the beginning' : `event ${seq}`}: something was altered, inserted, removed or put in another place there`,
    )
  if (!hashOfEvent(realm, event).equals(event.hash)) throw new AuditLogProblem(`event ${due} was altered`)
}

async function compareWithCheckpoints(
  checkpoints: NumberedCheckpoints,
  event: ChainedEvent,
  place: Place,
): Promise<void> {
  for (
    let checkpoint = await checkpoints.upTo(event.seq);
    checkpoint;
    checkpoint = await checkpoints.upTo(event.seq)
  ) {
    if (checkpoint.seq !== event.seq || !checkpoint.hash.equals(event.hash))
      throw new AuditLogProblem(
        `the trail was made anew somewhere in events ${place.lastCheckpointed + 1n} to ${checkpoint.seq}: anchor ${checkpoint.number} of ${checkpoint.at.toISOString()} knows another event ${checkpoint.seq}`,
      )
    place.lastCheckpointed = checkpoint.seq
    place.withoutCheckpointSince = null
  }
}

async function requireNoTailCut(checkpoints: NumberedCheckpoints, { seq }: Place): Promise<void> {
  const beyond = await checkpoints.next()
  if (beyond)
    throw new AuditLogProblem(
      `the tail is cut after event ${seq}: anchor ${beyond.number} of ${beyond.at.toISOString()} knows event ${beyond.seq}`,
    )
}

/** The database remembers how many anchors left it, so a file that lost its end is noticed, and the other way about. */
async function requireAllCheckpoints(
  realmDb: Kysely<DB>,
  checkpoints: NumberedCheckpoints,
  knownBefore: bigint,
): Promise<void> {
  const found = checkpoints.lastNumber()
  if (found < knownBefore)
    throw new CheckpointProblem(`${missingCheckpoints(found + 1n, knownBefore)} from the end of the files`)
  // One more may stand in the file than the database was told of, when the program ended between the two.
  const known = await lastCheckpointNumber(realmDb)
  if (found > known + 1n)
    throw new CheckpointProblem(
      `the database has forgotten the anchors after ${known}; the files have them up to ${found}`,
    )
}

function requireRecentCheckpoint({ withoutCheckpointSince, lastCheckpointed }: Place, now: Date): void {
  if (withoutCheckpointSince === null) return
  if (now.getTime() - Date.parse(`${withoutCheckpointSince}Z`) > withoutCheckpointAtMostMs)
    throw new CheckpointProblem(
      `nothing after event ${lastCheckpointed} was anchored, though event ${lastCheckpointed + 1n} is of ${withoutCheckpointSince}Z: does the program run, and can it write its anchors?`,
    )
}

async function lastCheckpointNumber(realmDb: Kysely<DB>): Promise<bigint> {
  const row = await realmDb
    .selectFrom('audit_checkpoint')
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
