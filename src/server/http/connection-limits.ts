import type { Server } from 'node:http'

/** The limits of one server process for its connections. A request cannot change them. */
export type ConnectionLimits = {
  /** Concurrent connections; further ones are closed unread. */
  connections: number
  /** Time for the headers of a request to arrive. */
  headersMs: number
  /** Time for a whole request to arrive. */
  requestMs: number
  /** Time that a connection stays open for another request. */
  keepAliveMs: number
  /** Time without traffic while a reply is prepared or read. It is long, because uploads wait for their turn to be examined. */
  idleMs: number
  /** How often Node checks for late requests. */
  checkEveryMs: number
}

export const connectionLimits: ConnectionLimits = {
  connections: 2_000,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 15_000,
  idleMs: 120_000,
  checkEveryMs: 2_000,
}

/** The options of Fastify and of Node's HTTP server that enforce the time limits. */
export const timeoutOptions = ({
  headersMs,
  requestMs,
  keepAliveMs,
  idleMs,
  checkEveryMs,
}: ConnectionLimits) => ({
  requestTimeout: requestMs,
  keepAliveTimeout: keepAliveMs,
  connectionTimeout: idleMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
})

export function limitConnections(server: Server, { connections }: ConnectionLimits): void {
  server.maxConnections = connections
}
