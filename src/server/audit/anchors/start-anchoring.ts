import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../domain/clock.ts'
import type { Databases } from '../../db/pools.ts'
import { anchorOnPaper } from './anchor-file.ts'
import { anchorHead } from './anchor-head.ts'
import { anchorKey } from './anchor-key.ts'

/** What was not anchored yet could be made anew by whoever owns the database, so this is short. */
export const anchorEveryMs = 60_000

export type Anchoring = {
  /** Anchors every realm in which something happened; a failure is logged, and tried again the next time. */
  anchorAll(): Promise<void>
  /** Anchors a last time. */
  stop(): Promise<void>
}

/**
 * Lets the head of each realm's chain leave the database every minute in which something happened: into the folder, and as a line of the
 * log, which goes where a database administrator cannot rewrite it.
 */
export function startAnchoring(options: {
  databases: Pick<Databases, 'realm'>
  realms: readonly string[]
  secret: string
  folder: string
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}): Anchoring {
  const { databases, realms, secret, folder, clock, log } = options
  const keys = realms.map(realm => ({ realm, key: anchorKey(secret, realm) }))
  let running: Promise<void> | undefined

  const anchorEach = async () => {
    for (const { realm, key } of keys) {
      try {
        const signed = await anchorHead(databases.realm(realm), { realm, key, folder, at: clock.now() })
        if (signed) log.info(anchorOnPaper(signed), 'audit-head')
      } catch (error) {
        log.error({ err: error, realm }, 'the head of the audit trail was not anchored')
      }
    }
  }
  const anchorAll = () => {
    running ??= anchorEach().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(() => void anchorAll(), anchorEveryMs)
  return {
    anchorAll,
    stop: async () => {
      clearInterval(timer)
      await running
      await anchorEach()
    },
  }
}
