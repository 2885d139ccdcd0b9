import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../domain/clock.ts'
import type { Databases } from '../db/pools.ts'
import { checkpointAsText } from './checkpoint-file.ts'
import { checkpointKey } from './checkpoint-key.ts'
import { writeCheckpoint } from './write-checkpoint.ts'

/** What was not anchored yet could be made anew by whoever owns the database, so this is short. */
export const checkpointEveryMs = 60_000

export type Checkpointing = {
  /** Anchors every realm in which something happened; a failure is logged, and tried again the next time. */
  checkpointAll(): Promise<void>
  /** Anchors a last time. */
  stop(): Promise<void>
}

/**
 * Lets the head of each realm's chain leave the database every minute in which something happened: into the folder, and as a line of the
 * log, which goes where a database administrator cannot rewrite it.
 */
export function startCheckpoints(options: {
  databases: Pick<Databases, 'realm'>
  realms: readonly string[]
  secret: string
  folder: string
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}): Checkpointing {
  const { databases, realms, secret, folder, clock, log } = options
  const keys = realms.map(realm => ({ realm, key: checkpointKey(secret, realm) }))
  let running: Promise<void> | undefined

  const checkpointEach = async () => {
    for (const { realm, key } of keys) {
      try {
        const signed = await writeCheckpoint(databases.realm(realm), { realm, key, folder, at: clock.now() })
        if (signed) log.info(checkpointAsText(signed), 'audit-head')
      } catch (error) {
        log.error({ err: error, realm }, 'the head of the audit trail was not anchored')
      }
    }
  }
  const checkpointAll = () => {
    running ??= checkpointEach().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(() => void checkpointAll(), checkpointEveryMs)
  return {
    checkpointAll,
    stop: async () => {
      clearInterval(timer)
      await running
      await checkpointEach()
    },
  }
}
