import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

type NotificationHandlers = {
  onNotification: (payload: string) => void
  /** From now on notifications may be lost, so caches that depend on them must be cleared. */
  onDisconnect: () => void
  onConnect: () => void
}

const probeIntervalMs = 10_000
const probeTimeoutMs = 2_000
const reconnectDelayMs = 1_000

/**
 * Listens to a channel (`pg_notify`, from triggers) on a separate connection and reconnects when it breaks. It counts as
 * connected only while notifications arrive: it sends itself a probe every ten seconds, because a connection pooler between
 * server and database can drop notifications silently. `ready` resolves after the first attempt, even if that fails.
 */
export function listenForNotifications(
  pool: pg.Pool,
  { channel, log }: { channel: string; log: FastifyBaseLogger },
  handlers: NotificationHandlers,
): { ready: Promise<void>; close: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let closeConnection = () => {}

  const schedule = (delayMs: number, task: () => Promise<void>) => {
    timer = setTimeout(() => void task(), delayMs)
    timer.unref()
  }
  const connect = async (): Promise<void> => {
    let client: pg.PoolClient | undefined
    let probe: { text: string; onArrival: () => void } | undefined
    let isClosed = false
    // A probe of a closed connection may still be pending. It must not affect the next connection.
    const close = () => {
      isClosed = true
      clearTimeout(timer)
      handlers.onDisconnect()
      client?.release(true)
    }
    const handleFailure = (error: unknown) => {
      if (isClosed) return
      close()
      log.warn({ err: error, channel }, 'notifications do not arrive: every request reads the database')
      schedule(reconnectDelayMs, connect)
    }
    const check = async (): Promise<void> => {
      try {
        await sendProbe()
        if (isClosed) return
        handlers.onConnect()
        schedule(probeIntervalMs, check)
      } catch (error) {
        handleFailure(error)
      }
    }
    const sendProbe = async (): Promise<void> => {
      const text = `probe ${randomUUID()}`
      const arrived = new Promise<void>((resolve, reject) => {
        const timeout = setTimeout(() => reject(new Error('a probe did not arrive')), probeTimeoutMs)
        timeout.unref()
        const onArrival = () => {
          clearTimeout(timeout)
          resolve()
        }
        probe = { text, onArrival }
      })
      // Sent from another connection, as real notifications are.
      await Promise.all([arrived, pool.query('select pg_notify($1, $2)', [channel, text])])
    }

    closeConnection = () => {
      if (!isClosed) close()
    }
    try {
      const connected = await pool.connect()
      if (isClosed) return connected.release(true)
      client = connected
      // The pool does not handle errors of a client that is checked out, and an unhandled one would end the process.
      connected.on('error', handleFailure)
      connected.on('end', () => handleFailure(new Error('the connection was closed')))
      connected.on('notification', ({ payload = '' }) => {
        if (payload === probe?.text) probe.onArrival()
        else if (!payload.startsWith('probe ')) handlers.onNotification(payload)
      })
      await connected.query(`listen ${channel}`)
      await check()
    } catch (error) {
      handleFailure(error)
    }
  }

  return {
    ready: connect(),
    close: async () => {
      closeConnection()
      clearTimeout(timer)
    },
  }
}
