import { requestOf } from '../../contract/request-of.ts'
import { bytesOf, hostOf, originOf, type TestApp, type TestSession } from '../app.ts'
import type { Example } from './examples/example.ts'
import { newKey } from './examples.ts'
import type { Subject } from './fixture.ts'

/** A call that can be sent more than once. `key`: its idempotency key; null: none. */
export type Prepared = ReturnType<typeof requestOf> & { key: string | null }

/** The call of an example, with everything that it changes freshly made. */
export async function prepare({ endpoint, sent }: Example, about: Subject): Promise<Prepared> {
  // The examples were typed against their endpoints; in this list their types are mixed.
  return { ...requestOf(endpoint, (await sent(about)) as never), key: newKey() }
}

/** Makes the call at the client, as the person of the session or as a visitor. */
export async function send(
  { app }: Pick<TestApp, 'app'>,
  request: Prepared,
  client: string,
  session?: TestSession,
) {
  const { method, address, body, upload, contentType, key } = request
  const response = await app.inject({
    method,
    url: address,
    headers: {
      host: hostOf(client),
      origin: originOf(client),
      'x-accountid': '0',
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...session?.headers,
    },
    ...(contentType === undefined ? {} : { payload: body ?? bytesOf(upload) }),
  })
  return { status: response.statusCode, text: response.body, title: () => response.json().title as string }
}
