import type { CustomFetch } from 'openid-client'
import { isSafeAddress } from './provider-settings.ts'

const timeoutMs = 5000
/** Metadata, keys and tokens take a few kilobytes. */
const maxBytes = 256 * 1024

/**
 * `fetch` for calls to external providers: https only (or loopback if `allowsLoopback`), no redirects, five seconds, 256 KB.
 * The addresses come from the client's configuration and the issuer's metadata. Throws if a limit is exceeded.
 */
export function externalFetch(allowsLoopback: boolean): CustomFetch {
  return async (address, { method, headers, body }) => {
    if (!isSafeAddress(address, allowsLoopback))
      throw new Error(`an identity provider’s address is not https: ${address}`)
    const response = await fetch(address, {
      method,
      headers,
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const bytes = await readLimited(response)
    const empty = response.status === 204 || response.status === 304
    return new Response(empty ? null : bytes, {
      status: response.status,
      headers: response.headers,
    })
  }
}

async function readLimited({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`an identity provider’s response exceeds ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
