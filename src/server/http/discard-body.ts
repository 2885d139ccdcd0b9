import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** How long after a part of an unwanted body the next is read, of whichever request: at most some 30 MB a second in all. */
const pauseMs = 2

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Reads the rest of a body that nobody wants, such as an upload that was refused, because senders read the reply after they have sent all.
 * Node itself reads as fast as the network delivers: twenty large bodies at once held the event loop for 20 ms. Here they take turns, a
 * part (64 KB) each.
 */
export async function discardBody(body: Readable): Promise<void> {
  try {
    // From now on Node leaves the body to this function.
    body.read()
    for await (const _part of body) {
      lastTurn = lastTurn.then(() => delay(pauseMs))
      await lastTurn
    }
  } catch {
    // The sender has given up.
  }
}
