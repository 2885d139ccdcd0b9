import type { Kysely } from 'kysely'
import { minuteMs } from '../../domain/durations.ts'
import type { DB } from '../db/schema.ts'
import { lastCheckpointNumber, lastSeq, readEventBatch } from './audit.queries.ts'
import type { CheckpointKey } from './checkpoint-key.ts'
import { type ChainedEvent, genesisHash, hashOfEvent } from './event-hash.ts'
import {
  CheckpointError,
  missingCheckpoints,
  type NumberedCheckpoints,
  openCheckpoints,
} from './numbered-checkpoints.ts'

export type AuditLogReport = {
  realm: string
  /** The number of events verified; all events if `finding` is null. */
  events: bigint
  /** The hash of the last verified event; null if there is none. */
  lastHash: Buffer | null
  checkpoints: bigint
  /** A description of the first fault; null if the log is intact. */
  finding: string | null
}

export type AuditLogOptions = {
  realm: string
  key: Pick<CheckpointKey, 'public'>
  /** The checkpoint folders of all instances of the server. */
  folders: readonly string[]
  /** Since when the program runs that writes checkpoints; absent: always. Older events need none until it has had the time. */
  upSince?: Date
  now: Date
  onProgress?: (done: { events: bigint; ofEvents: bigint }) => void
}

/** 15 times the interval of a running server (start-checkpoints.ts): older events should be in a checkpoint. */
const maxAgeWithoutCheckpointMs = 15 * minuteMs

type Position = { seq: bigint; hash: Buffer; withoutCheckpointSince: string | null; lastCheckpointed: bigint }

/**
 * Verifies the whole chain of a realm and compares it with all checkpoints outside the database. It recomputes every hash, so it
 * does not depend on the database's functions.
 */
export async function verifyAuditLog(realmDb: Kysely<DB>, options: AuditLogOptions): Promise<AuditLogReport> {
  const { realm, key, folders, upSince, now, onProgress } = options
  // In this order, so that the event of every checkpoint read here is read below.
  const recordedCount = await lastCheckpointNumber(realmDb)
  const checkpoints = await openCheckpoints(folders, realm, key)
  const ofEvents = await lastSeq(realmDb)
  const position: Position = {
    seq: 0n,
    hash: genesisHash,
    withoutCheckpointSince: null,
    lastCheckpointed: 0n,
  }

  const verify = async () => {
    for await (const events of readHashChain(realmDb)) {
      for (const event of events) {
        requireNext(realm, event, position)
        position.seq = event.seq
        position.hash = event.hash
        position.withoutCheckpointSince ??= event.recorded_at
        await compareWithCheckpoints(checkpoints, event, position)
      }
      onProgress?.({ events: position.seq, ofEvents })
    }
    await requireNotTruncated(checkpoints, position)
    await requireAllCheckpoints(realmDb, checkpoints, recordedCount)
    requireRecentCheckpoint(position, now, upSince)
  }
  const finding = await verify().then(
    () => null,
    (error: unknown) => {
      if (error instanceof AuditLogError || error instanceof CheckpointError) return error.message
      throw error
    },
  )
  const lastHash = position.seq === 0n ? null : position.hash
  return { realm, events: position.seq, lastHash, checkpoints: checkpoints.lastNumber(), finding }
}

/** Yields the events of the connection's realm in the order of the chain, in batches that bound the memory. */
async function* readHashChain(realmDb: Kysely<DB>): AsyncGenerator<ChainedEvent[]> {
  for (let last = '0'; ; ) {
    const events = await readEventBatch(realmDb, last)
    const lastEvent = events.at(-1)
    if (lastEvent === undefined) return
    yield events
    last = String(lastEvent.seq)
  }
}

/** The first fault that was found. */
class AuditLogError extends Error {
  override name = 'AuditLogError'
}

function requireNext(realm: string, event: ChainedEvent, { seq, hash }: Position): void {
  const expected = seq + 1n
  if (event.seq !== expected)
    throw new AuditLogError(
      event.seq - expected === 1n
        ? `event ${expected} is missing`
        : `events ${expected} to ${event.seq - 1n} are missing`,
    )
  if (!event.previous_hash.equals(hash))
    throw new AuditLogError(
      `event ${expected} does not follow from ${seq === 0n ? 'the start of the chain' : `event ${seq}`}: events were altered, inserted, removed or moved`,
    )
  if (!hashOfEvent(realm, event).equals(event.hash)) throw new AuditLogError(`event ${expected} was altered`)
}

async function compareWithCheckpoints(
  checkpoints: NumberedCheckpoints,
  event: ChainedEvent,
  position: Position,
): Promise<void> {
  for (
    let checkpoint = await checkpoints.upTo(event.seq);
    checkpoint;
    checkpoint = await checkpoints.upTo(event.seq)
  ) {
    if (checkpoint.seq !== event.seq || !checkpoint.hash.equals(event.hash))
      throw new AuditLogError(
        `the chain was rewritten within events ${position.lastCheckpointed + 1n} to ${checkpoint.seq}: checkpoint ${checkpoint.number} of ${checkpoint.at.toISOString()} has another event ${checkpoint.seq}`,
      )
    position.lastCheckpointed = checkpoint.seq
    position.withoutCheckpointSince = null
  }
}

async function requireNotTruncated(checkpoints: NumberedCheckpoints, { seq }: Position): Promise<void> {
  const beyond = await checkpoints.next()
  if (beyond)
    throw new AuditLogError(
      `the log ends after event ${seq}, but checkpoint ${beyond.number} of ${beyond.at.toISOString()} has event ${beyond.seq}`,
    )
}

/** The database and the files both have the number of the last checkpoint, so truncating either of them is noticed. */
async function requireAllCheckpoints(
  realmDb: Kysely<DB>,
  checkpoints: NumberedCheckpoints,
  recordedCount: bigint,
): Promise<void> {
  const found = checkpoints.lastNumber()
  if (found < recordedCount)
    throw new CheckpointError(`${missingCheckpoints(found + 1n, recordedCount)} from the end of the files`)
  // The files may have one more if the server stopped between writing the file and committing the transaction.
  const known = await lastCheckpointNumber(realmDb)
  if (found > known + 1n)
    throw new CheckpointError(
      `the database lacks the checkpoints after ${known}; the files have them up to ${found}`,
    )
}

function requireRecentCheckpoint(
  { withoutCheckpointSince, lastCheckpointed }: Position,
  now: Date,
  upSince = new Date(0),
): void {
  if (withoutCheckpointSince === null) return
  const since = Math.max(Date.parse(`${withoutCheckpointSince}Z`), upSince.getTime())
  if (now.getTime() - since > maxAgeWithoutCheckpointMs)
    throw new CheckpointError(
      `there is no checkpoint after event ${lastCheckpointed}, although event ${lastCheckpointed + 1n} was recorded at ${withoutCheckpointSince}Z: check that the server runs and can write checkpoints`,
    )
}
