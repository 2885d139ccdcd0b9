import * as z from 'zod/mini'
import type { Endpoint, Sent, Upload } from './endpoint.ts'

export type RequestOfEndpoint = {
  method: 'GET' | 'POST'
  /** Path and query, encoded. */
  address: string
  /** JSON, where the endpoint takes a body. */
  body: string | undefined
  /** The file itself, where it takes one instead. */
  upload: Upload | undefined
  /** What body or upload is; absent where there is neither. */
  contentType: string | undefined
}

const jsonType = 'application/json'
/** Whatever the file is: the server reads that from the bytes, and believes no name and no header. */
export const uploadType = 'application/octet-stream'

type Parts = { params?: object; query?: object; body?: unknown; upload?: Upload }

/** What goes over the wire for one call, for the browser and for tests alike: parameters filled in, bigints as digits. */
export function requestOf<const E extends Endpoint>(endpoint: E, sent: Sent<E>): RequestOfEndpoint {
  // Sent<E> is exactly these parts, as far as the endpoint has them; the compiler cannot look into an open E.
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
    body: endpoint.body ? JSON.stringify(z.encode(endpoint.body, body)) : undefined,
    upload,
    contentType: endpoint.body ? jsonType : upload ? uploadType : undefined,
  }
}
