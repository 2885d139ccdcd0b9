import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'

/** The embedded provider is this very program, whose name need not resolve from here: asked without the network. */
export function inProcessFetch(inject: FastifyInstance['inject']): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address)
    const response = await inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      ...(body === null || body === undefined ? {} : { payload: String(body) }),
    })
    const answered = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) answered.set(name, String(value))
    }
    return new Response(new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: answered,
    })
  }
}
