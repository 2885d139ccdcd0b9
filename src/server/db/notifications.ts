import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

export type Heard = {
  onChange: (payload: string) => void
  /** From here on changes may go unheard: what is remembered of them must be forgotten. */
  onDeaf: () => void
  onHearing: () => void
}

const probeEveryMs = 10_000
const probeWaitMs = 2_000
const reconnectMs = 1_000

/**
 * A connection of its own that hears what the database announces on a channel (`pg_notify`, from triggers), and begins anew
 * when it breaks. It counts as hearing only while announcements are proved to arrive: a probe is sent to itself every ten
 * seconds, and one that is missing (a connection lost, a pooler in between that swallows them) makes it deaf. `ready`
 * fulfils after the first attempt, whether it hears or not.
 */
export function listenForNotifications(
  pool: pg.Pool,
  about: { channel: string; log: FastifyBaseLogger },
  heard: Heard,
): { ready: Promise<void>; close: () => Promise<void> } {
  const { channel, log } = about
  let timer: NodeJS.Timeout | undefined
  let hangUp = () => {}

  const later = (delayMs: number, what: () => Promise<void>) => {
    timer = setTimeout(() => void what(), delayMs)
    timer.unref()
  }
  const begin = async (): Promise<void> => {
    let client: pg.PoolClient | undefined
    let probe: { text: string; hear: () => void } | undefined
    let isOver = false
    // A probe of a connection that is over may still be under way: it must neither count nor break the next one.
    const end = () => {
      isOver = true
      clearTimeout(timer)
      heard.onDeaf()
      client?.release(true)
    }
    const lose = (error: unknown) => {
      if (isOver) return
      end()
      log.warn({ err: error, channel }, 'announcements do not arrive: every request reads the database')
      later(reconnectMs, begin)
    }
    const check = async (): Promise<void> => {
      try {
        await sendProbe()
        if (isOver) return
        heard.onHearing()
        later(probeEveryMs, check)
      } catch (error) {
        lose(error)
      }
    }
    const sendProbe = async (): Promise<void> => {
      const text = `probe ${randomUUID()}`
      const arrived = new Promise<void>((resolve, reject) => {
        const deadline = setTimeout(() => reject(new Error('a probe did not come back')), probeWaitMs)
        deadline.unref()
        const hear = () => {
          clearTimeout(deadline)
          resolve()
        }
        probe = { text, hear }
      })
      // Sent by another connection, as changes are; whichever fails first says so.
      await Promise.all([arrived, pool.query('select pg_notify($1, $2)', [channel, text])])
    }

    hangUp = () => {
      if (!isOver) end()
    }
    try {
      const connected = await pool.connect()
      if (isOver) return connected.release(true)
      client = connected
      // While it is out of the pool nobody else hears its errors, and one that nobody hears ends the program.
      connected.on('error', lose)
      connected.on('end', () => lose(new Error('the connection broke')))
      connected.on('notification', ({ payload = '' }) => {
        if (payload === probe?.text) probe.hear()
        else if (!payload.startsWith('probe ')) heard.onChange(payload)
      })
      await connected.query(`listen ${channel}`)
      await check()
    } catch (error) {
      lose(error)
    }
  }

  return {
    ready: begin(),
    close: async () => {
      hangUp()
      clearTimeout(timer)
    },
  }
}
