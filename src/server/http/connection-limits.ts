import type { Server } from 'node:http'

/** What one copy of the program grants to those who connect; none of it can be asked for in a request. */
export type ConnectionLimits = {
  /** Connections at once; further ones are closed before they are read. */
  connections: number
  /** Until the headers of a request have arrived. */
  headersMs: number
  /** Until a request has arrived with its body. */
  requestMs: number
  /** How long a connection stays open for a next request. */
  keepAliveMs: number
  /** How long nothing may travel either way, while an answer is made or read. Uploads wait for their turn to be examined. */
  idleMs: number
  /** How often Node looks for requests that are late. */
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

/** The options of Fastify, and of Node's server below it, that keep the limits of time. */
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
