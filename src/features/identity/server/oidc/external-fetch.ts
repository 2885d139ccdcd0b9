import type { CustomFetch } from 'openid-client'
import { isSafeAddress } from './provider-settings.ts'

const timeoutMs = 5000
/** Metadata, keys and tokens are a few kilobytes. */
const mostBytes = 256 * 1024

/**
 * The network, as far as speaking with a configured provider needs it: https (or this machine, where `allowsLoopback`), no
 * redirections, five seconds, 256 KB. Addresses come from the client's configuration and from what that issuer publishes.
 */
export function externalFetch(allowsLoopback: boolean): CustomFetch {
  return async (address, { method, headers, body }) => {
    if (!isSafeAddress(address, allowsLoopback))
      throw new Error(`an identity provider named an address that is not safe: ${address}`)
    const response = await fetch(address, {
      method,
      headers,
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const bytes = await readAtMost(response)
    const empty = response.status === 204 || response.status === 304
    return new Response(empty ? null : bytes, {
      status: response.status,
      headers: response.headers,
    })
  }
}

async function readAtMost({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw new Error(`an identity provider answered more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
