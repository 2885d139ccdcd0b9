import { AwsClient } from 'aws4fetch'
import type { ByteRange, FileKey, Files } from './files.ts'

export type S3Settings = {
  /** Such as `https://s3.eu-west-2.amazonaws.com`; the bucket is the first segment of the path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** An unresponsive store must not delay a request for longer than people wait. */
const timeoutMs = 20_000
/** Retries after a response of 5xx or 429. */
const retries = 2

/** Stores files in a bucket of S3 or a compatible service. The bucket must exist and be private. */
export function s3Files({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): Files {
  const store = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries })
  const send = async (
    method: 'GET' | 'PUT' | 'DELETE',
    key: FileKey,
    { bytes, range }: { bytes?: Uint8Array; range?: ByteRange } = {},
  ) => {
    const response = await store.fetch(`${endpoint}/${bucket}/${key}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(bytes && { body: Buffer.from(bytes), headers: { 'content-type': 'application/octet-stream' } }),
      // The last byte of a Range header is included (RFC 9110).
      ...(range && { headers: { range: `bytes=${range.start}-${range.end - 1}` } }),
    })
    if (range && response.status === 416) return response
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    throw new Error(
      `the file store answered ${response.status} to ${method} ${key}: ${await response.text()}`,
    )
  }
  const bodyOf = async (response: Response) => {
    const body = Buffer.from(await response.arrayBuffer())
    if (response.ok) return body
    // A missing bucket is a configuration error, not a missing file.
    if (body.includes('NoSuchBucket')) throw new Error(`the file store has no bucket ${bucket}`)
    return null
  }
  return {
    put: async (key, bytes) => {
      await (await send('PUT', key, { bytes })).arrayBuffer()
    },
    get: async key => await bodyOf(await send('GET', key)),
    getRange: async (key, range) => {
      const response = await send('GET', key, { range })
      const body = await bodyOf(response)
      if (response.status === 416) return Buffer.alloc(0)
      // A service that ignores the header sends the whole file.
      return response.status === 200 && body ? body.subarray(range.start, range.end) : body
    },
    remove: async key => {
      await (await send('DELETE', key)).arrayBuffer()
    },
  }
}
