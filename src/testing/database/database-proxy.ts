import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { DatabaseServer } from '../../server/db/pools.ts'

/** A port before a PostgreSQL, as a pooler has one. */
export type DatabaseProxy = {
  server: DatabaseServer
  /** The roles that have logged in here, each once. */
  readonly roles: ReadonlySet<string>
  /** From now on it accepts connections and passes nothing on, as a server whose disk hangs. */
  freeze(): void
  /** From now on it passes on what new connections send. Those of before stay silent. */
  thaw(): void
  close(): Promise<void>
}

/** The role in the first message of a connection (PostgreSQL, frontend/backend protocol: StartupMessage). */
const roleOf = (startup: Buffer | string) => /user\0([^\0]+)\0/.exec(startup.toString())?.[1]

export async function startDatabaseProxy(to: DatabaseServer): Promise<DatabaseProxy> {
  const roles = new Set<string>()
  const sockets = new Set<Socket>()
  let isFrozen = false
  const listener = createServer(client => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    if (isFrozen) return client.resume()
    const server = connect(`${to.host}/.s.PGSQL.${to.port}`)
    sockets.add(server)
    server.on('error', () => client.destroy())
    client.once('data', startup => {
      const role = roleOf(startup)
      if (role !== undefined) roles.add(role)
    })
    client.pipe(server)
    server.pipe(client)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    server: { host: '127.0.0.1', port: address.port, database: to.database },
    roles,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.unpipe()
    },
    thaw: () => {
      isFrozen = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
