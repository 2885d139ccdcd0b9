import type { FastifyReply } from 'fastify'

/** Calls once the reply was sent or its connection has broken, at once if it has already: its event does not come again. */
export function whenClosed(reply: Pick<FastifyReply, 'raw'>, call: () => void): void {
  if (reply.raw.closed) call()
  else reply.raw.once('close', call)
}
