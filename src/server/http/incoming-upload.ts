import type { FastifyReply } from 'fastify'
import type { StoredUpload } from './uploads.ts'
import { whenClosed } from './when-closed.ts'

/** An upload of a request. `finish` ends its counting and gives its space back, once the reply was sent and the handler has ended. */
export type Incoming = { file: StoredUpload | null; isHandled: boolean; isReplied: boolean; finish(): void }

/** `release` ends the counting of the upload. */
export function incomingUpload(reply: FastifyReply, release: () => void): Incoming {
  const incoming: Incoming = {
    file: null,
    isHandled: true,
    isReplied: false,
    finish: () => {
      release()
      const { file } = incoming
      incoming.file = null
      void file?.discard()
    },
  }
  // Also where the connection breaks. A handler that still runs may read the file to its end.
  whenClosed(reply, () => {
    incoming.isReplied = true
    if (incoming.isHandled) incoming.finish()
  })
  return incoming
}

/** Keeps a file for its handler, also if the connection breaks meanwhile. */
export async function withUpload<Result>(
  incoming: Incoming | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!incoming) return await work()
  incoming.isHandled = false
  try {
    return await work()
  } finally {
    incoming.isHandled = true
    incoming.finish()
  }
}
