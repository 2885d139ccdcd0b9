import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../domain/clock.ts'
import { minuteMs } from '../../domain/durations.ts'
import type { Databases } from '../db/pools.ts'
import { toCheckpointLine } from './checkpoint-file.ts'
import { checkpointKey } from './checkpoint-key.ts'
import { writeCheckpoint } from './write-checkpoint.ts'

/** Short, because the owner of the database could rewrite events that no checkpoint covers. */
const checkpointIntervalMs = minuteMs

type CheckpointSchedule = {
  /** Writes a checkpoint for every realm with new events. A failure is logged and retried at the next interval. */
  checkpointAll(): Promise<void>
  /** Stops the schedule and writes the last checkpoints. */
  stop(): Promise<void>
}

/**
 * Writes a checkpoint of every realm with new events each minute, to the folder and to the log. Database administrators should be
 * able to rewrite neither.
 */
export function startCheckpoints(options: {
  databases: Pick<Databases, 'realm'>
  realms: readonly string[]
  secret: string
  folder: string
  clock: Clock
  /** Records the certificates of the realm's books, so that the checkpoint covers them (record-certificate-heads.ts). */
  recordHeads: (realm: string, at: Date) => Promise<void>
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}): CheckpointSchedule {
  const { databases, realms, secret, folder, clock, recordHeads, log } = options
  const keys = realms.map(realm => ({ realm, key: checkpointKey(secret, realm) }))
  let running: Promise<void> | undefined

  const checkpointEach = async () => {
    for (const { realm, key } of keys) {
      try {
        await recordHeads(realm, clock.now())
        const signed = await writeCheckpoint(databases.realm(realm), { realm, key, folder, at: clock.now() })
        if (signed) log.info(toCheckpointLine(signed), 'audit-checkpoint')
      } catch (error) {
        log.error({ err: error, realm }, 'the audit checkpoint could not be written')
      }
    }
  }
  const checkpointAll = () => {
    running ??= checkpointEach().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(() => void checkpointAll(), checkpointIntervalMs)
  return {
    checkpointAll,
    stop: async () => {
      clearInterval(timer)
      await running
      await checkpointEach()
    },
  }
}
