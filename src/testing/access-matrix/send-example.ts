import { requestOf } from '../../contract/request-of.ts'
import { bytesOf, hostOf, originOf, type TestApp, type TestSession } from '../app.ts'
import { command, type Example, range } from './examples/example.ts'
import { newKey } from './examples.ts'
import type { Subject } from './fixture.ts'
import type { Persona } from './matrix.ts'

/** A call that can be sent more than once. `key`: its idempotency key; null: none. */
export type Prepared = ReturnType<typeof requestOf> & { key: string | null }

/** The call of an example by this persona, with everything that it changes freshly made. */
export async function prepare(
  { endpoint, sent, followsAdvice }: Example,
  about: Subject,
  persona?: Persona,
): Promise<Prepared> {
  const call = await sent(about)
  const isAdvised = followsAdvice === true && (persona === 'service_team' || persona === 'super_user')
  // The examples were typed against their endpoints; in this list their types are mixed.
  return { ...requestOf(endpoint, (isAdvised ? advised(call, about) : call) as never), key: newKey() }
}

/** A command of the sponsor's staff, who name the donor that they follow. */
function advised(call: unknown, { donorId: advisedBy }: Subject) {
  const { body, ...rest } = call as { body: ReturnType<typeof command<object>> }
  const advice = { advisedBy, adviceChannel: 'phone', advisedOn: range.to }
  return { ...rest, body: command({ ...body.data.attributes, advice }) }
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
