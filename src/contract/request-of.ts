import * as z from 'zod/mini'
import type { Endpoint, Sent, Upload } from './endpoint.ts'
import { issueSentence } from './issue-sentences.ts'
import { type FieldErrors, Problem } from './problems.ts'

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

type Parts = { params?: object; query?: object; body?: unknown; upload?: Upload }

/**
 * Builds the HTTP request of a call, for the browser and for tests: fills in parameters and writes bigints as digits. Throws `validation`
 * with messages by field, as the server would, for a body that the endpoint's schema refuses.
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
  const result = z.safeEncode(schema, body, { error: issueSentence })
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    // The field's name, without the envelope of the command and the number of a list's item.
    const field = String(path.findLast(part => typeof part === 'string') ?? '')
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  throw new Problem('validation', { errors })
}
