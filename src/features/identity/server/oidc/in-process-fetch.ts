import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'

/** `fetch` for the embedded provider, which is this process. Its host name may not resolve from here. */
export function inProcessFetch(inject: FastifyInstance['inject']): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address)
    const response = await inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      ...(body === null || body === undefined ? {} : { payload: String(body) }),
    })
    const responseHeaders = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) responseHeaders.set(name, String(value))
    }
    return new Response(new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: responseHeaders,
    })
  }
}
