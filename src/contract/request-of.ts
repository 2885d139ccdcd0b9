import * as z from 'zod/mini'
import type { Endpoint, Sent, Upload } from './endpoint.ts'

type RequestOfEndpoint = {
  method: 'GET' | 'POST'
  /** Path and query, encoded. */
  address: string
  /** JSON, if the endpoint takes a body. */
  body: string | undefined
  /** The file, if the endpoint takes one. */
  upload: Upload | undefined
  /** The media type; absent without body and upload. */
  contentType: string | undefined
}

const jsonType = 'application/json'
/** Used for every file: the server detects the type from the bytes and trusts neither name nor header. */
export const uploadType = 'application/octet-stream'

/** A body that the schema of its own endpoint refuses, so that it was not sent. `refusalOf` (refused-body.ts) puts it in words. */
export class RefusedBody extends Error {
  readonly schema: z.ZodMiniType
  readonly body: unknown
  constructor(schema: z.ZodMiniType, body: unknown) {
    super('the body does not match the schema of its endpoint')
    this.schema = schema
    this.body = body
  }
}

type Parts = { params?: object; query?: object; body?: unknown; upload?: Upload }

/**
 * Builds the HTTP request of a call, for the browser and for tests: fills in parameters and writes bigints as digits. Throws
 * `RefusedBody` for a body that the endpoint's schema refuses.
 */
export function requestOf<const E extends Endpoint>(endpoint: E, sent: Sent<E>): RequestOfEndpoint {
  // Sent<E> has exactly these parts where the endpoint has them; the compiler cannot see that for a generic E.
  const { params = {}, query = {}, body, upload } = sent as Parts
  const values = new Map<string, unknown>(Object.entries(params))
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, String(each))
    }
  }
  const text = search.toString()
  return {
    method: endpoint.method,
    address: text === '' ? path : `${path}?${text}`,
    body: endpoint.body ? JSON.stringify(encoded(endpoint.body, body)) : undefined,
    upload,
    contentType: endpoint.body ? jsonType : upload ? uploadType : undefined,
  }
}

function encoded(schema: z.ZodMiniType, body: unknown): unknown {
  const result = z.safeEncode(schema, body)
  if (!result.success) throw new RefusedBody(schema, body)
  return result.data
}
