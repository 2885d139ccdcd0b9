import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemDocument } from '../../contract/problem-document.ts'
import { requestOf } from '../../contract/request-of.ts'
import type { Example } from '../../testing/access-matrix/examples/example.ts'
import { examples, newKey } from '../../testing/access-matrix/examples.ts'
import { type MatrixBook, makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { holds, type Persona, personas } from '../../testing/access-matrix/matrix.ts'
import { bytesOf, hostOf, originOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { extremeDates, extremeNumbers, hostileJson, nestedArrays } from '../../testing/hostile-json.ts'
import { isLong } from '../../testing/property-runs.ts'

// Sends malformed and hostile input to every endpoint, as a person who may call it. Calls may be refused, and some may
// succeed; none may cause an internal error. `npm run test:long` sends every input to every endpoint. `npm test` sends each endpoint an
// eighth of each kind, another eighth to the next, so that all inputs are sent, and each kind to each endpoint.

let portal: TestApp
let npt: MatrixBook

beforeAll(async () => {
  portal = await startTestApp()
  npt = await makeMatrixBook(portal, 'npt')
})
afterAll(() => portal.close())

const hostileTexts: readonly string[] = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-1',
  '1e9',
  '2147483648',
  '9223372036854775808',
  `1${'0'.repeat(39)}`,
  '12a4',
  '%E0%A4%A',
  '0000-00-00',
  '275760-09-13',
  '%27%22%5C',
  'x'.repeat(150),
]
const hostileBodies: readonly string[] = [
  'null',
  '[]',
  '"x"',
  '0',
  nestedArrays,
  `{"data":${nestedArrays}}`,
  '{"data":{"type":"command","attributes":{"toString":1,"hasOwnProperty":1}}}',
  '',
  '{"data":',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4}',
  '{"\\u0000":"x"}',
  '{"\\ud800":{"\\udfff":1}}',
  '{"lastUsed":{"toString":1}}',
  '{"lastUsed":{"0197a3b4-0000-7000-8000-000000000001":{"toString":1}}}',
  '{"lastUsed":{"constructor":{"prototype":1}}}',
]
const hostileUploads: readonly string[] = [
  '',
  '\0',
  '\ufffe',
  nestedArrays,
  `<a>${'<b>'.repeat(5_000)}`,
  'PK\u0003\u0004',
]
const hostileHeaders: readonly Record<string, string>[] = [
  { host: 'constructor.localhost:3000' },
  { host: '__proto__.localhost:3000' },
  { host: 'toString.localhost:3000' },
  { 'x-accountid': '__proto__' },
  { 'x-accountid': '99999999999999999999' },
  { 'x-currency': 'constructor' },
  { 'idempotency-key': '__proto__' },
  { authorization: 'Bearer v1.constructor.1.x' },
  { cookie: 'almoner-session=%00; __proto__=x; constructor=%ED%A0%80' },
  { 'content-type': 'application/json; charset=constructor' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/octet-stream; charset=utf-99' },
  { 'x-accountid': '9'.repeat(15_000) },
  { 'x-accountid': '12a4' },
  { 'accept-encoding': '__proto__' },
  { 'if-none-match': '"\\"' },
]

const nameOf = ({ endpoint: { method, path } }: Example) => `${method} ${path}`

function callerOf({ needs }: Example): Persona {
  const found = personas.find(
    persona => persona !== 'signed-out' && (holds(persona, needs) || !/^[A-Z]/.test([needs].flat().join())),
  )
  if (!found) throw new Error(`no persona has ${needs}`)
  return found
}

/** The path of each leaf of a JSON value. */
function leavesOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]))
}

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce((part, key) => (part as Record<string | number, unknown>)[key], value)

const isNumeric = (value: unknown) => typeof value === 'number' || /^-?\d+$/.test(String(value))

const extremesFor = (value: unknown): readonly string[] => {
  if (isNumeric(value)) return extremeNumbers
  return /^\d{4}-\d{2}-\d{2}/.test(String(value)) ? extremeDates : []
}

const marker = '@@here@@'

function withLeaf(value: unknown, [key, ...rest]: readonly (string | number)[], json: string): string {
  const replace = (part: unknown, [next, ...others]: readonly (string | number)[]): unknown => {
    if (next === undefined) return marker
    if (Array.isArray(part))
      return part.map((each, at) => (String(at) === next ? replace(each, others) : each))
    return { ...(part as object), [next]: replace((part as Record<string, unknown>)[next], others) }
  }
  return JSON.stringify(replace(value, key === undefined ? [] : [key, ...rest])).replace(
    `"${marker}"`,
    () => json,
  )
}

/** Of a list of inputs, those that the endpoint gets: all in the long run, else an eighth of them, at least one. */
const inputsFor = <Input>(turn: number, inputs: readonly Input[]): readonly Input[] =>
  isLong ? inputs : inputs.filter((_, index) => index % 8 === turn % Math.min(8, inputs.length))

async function hostileRequests(example: Example, turn: number): Promise<InjectOptions[]> {
  const { endpoint, sent } = example
  const { method, address, body, upload, contentType } = requestOf(endpoint, (await sent(npt)) as never)
  const headers = {
    host: hostOf('npt'),
    origin: originOf('npt'),
    'x-accountid': '0',
    'idempotency-key': newKey(),
    ...(await npt.sessionOf(callerOf(example)))?.headers,
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  }
  const payload = contentType === undefined ? undefined : (body ?? bytesOf(upload))
  const plain = { method, url: address, headers, ...(payload === undefined ? {} : { payload }) }
  const [path = '', query = ''] = address.split('?')
  const template = endpoint.path.split('/')
  const urls = hostileTexts.flatMap(text => [
    ...template.flatMap((part, at) =>
      part.startsWith('{') ? [`${path.split('/').with(at, text).join('/')}${query && `?${query}`}`] : [],
    ),
    ...Object.keys(queryShapeOf(endpoint.query)).map(name => `${path}?${name}=${text}`),
    `${path}?${text}=1&${text}=2`,
  ])
  const twice = Object.keys(queryShapeOf(endpoint.query)).map(name => `${path}?${name}=1&${name}=x&${name}=`)
  const uploads = upload === undefined ? [] : hostileUploads
  const parsed: unknown = body === undefined ? undefined : JSON.parse(body)
  const bodies =
    parsed === undefined
      ? []
      : [
          ...hostileBodies,
          ...leavesOf(parsed).flatMap(leaf =>
            [...hostileJson, ...extremesFor(valueAt(parsed, leaf))].map(json => withLeaf(parsed, leaf, json)),
          ),
        ]
  return [
    ...[...inputsFor(turn, urls), ...inputsFor(turn, twice)].map(url => ({ ...plain, url })),
    ...inputsFor(turn, uploads).map(bytes => ({ ...plain, payload: bytes })),
    ...inputsFor(turn, bodies).map(text => ({ ...plain, payload: text })),
    ...inputsFor(turn, hostileHeaders).map(hostile => ({ ...plain, headers: { ...headers, ...hostile } })),
  ]
}

/** Whether the message is zod's own text, such as `Invalid string: must match pattern`. */
const isValidatorText = (message: string) =>
  /^(Invalid|Too (big|small)|Unrecognized|Expected)|must match|expected .*received/i.test(message)

/** The query's parameters by name. */
const queryShapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {}

async function failureOf(request: InjectOptions): Promise<string[]> {
  const { statusCode, body } = await portal.app.inject(request)
  const problem = statusCode < 400 ? null : problemDocument.safeParse(JSON.parse(body || 'null'))
  const messages = Object.values(problem?.data?.errors ?? {}).flat()
  const isRight = statusCode < 500 && problem?.success !== false && !messages.some(isValidatorText)
  return isRight
    ? []
    : [`${statusCode} ${request.url} ${String(request.payload).slice(0, 200)} ${messages.join('; ')}`]
}

test.each(examples.map((example, turn) => [nameOf(example), example, turn] as const))(
  '%s answers hostile input without an internal error and in sentences for people (§8)',
  async (_name, example, turn) => {
    const failures: string[] = []
    const requests = (await hostileRequests(example, turn)).values()
    const sendInTurn = async () => {
      for (const request of requests) failures.push(...(await failureOf(request)))
    }
    // Several at once, so that the program works while the database does.
    await Promise.all(Array.from({ length: 6 }, sendInTurn))
    expect(failures).toEqual([])
  },
)

/** Addresses outside the list of endpoints, with `{}` where the hostile text goes. */
const otherAddresses: readonly string[] = [
  '/{}',
  '/fund-activity?from={}',
  '/grants/{}',
  '/assets/{}',
  '/files/{}/oak.png',
  '/charity-logos/{}',
  '/files/0197a3b4-0000-7000-8000-000000000001/{}',
  '/guides/giving-guide.pdf?{}={}',
  '/api/docs/{}',
  '/api/openapi.json?{}={}',
  '/api/sign-in/start?returnTo={}&provider={}&prompt={}',
  '/api/sign-in/returned/{}?code={}&state={}&iss={}',
  '/api/sign-in/saml/{}/metadata',
  '/oidc/auth?client_id={}&redirect_uri={}&scope={}&response_type={}&state={}',
  '/oidc/interaction/{}',
  '/oidc/jwks?{}={}',
  '/oidc/session/end?id_token_hint={}&post_logout_redirect_uri={}&client_id={}',
  '/dev/mail/{}',
]
const otherForms: readonly [address: string, fields: readonly string[]][] = [
  ['/api/sign-in/saml/{}/acs', ['SAMLResponse', 'RelayState']],
  ['/api/sign-in/backchannel-logout', ['logout_token']],
  ['/oidc/token', ['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret', 'code_verifier']],
  ['/oidc/session/end', ['id_token_hint', 'client_id']],
  ['/oidc/session/end/confirm', ['xsrf', 'logout']],
]

describe('addresses outside the list of endpoints', () => {
  const headers = { host: hostOf('npt'), origin: originOf('npt'), accept: 'text/html' }

  test.each(otherAddresses)('answer hostile text in %s without an internal error', async address => {
    for (const text of hostileTexts) {
      const url = address.replaceAll('{}', text)
      const { statusCode, body } = await portal.app.inject({ url, headers })
      expect(statusCode, `${url} ${body}`).toBeLessThan(500)
    }
  })

  test.each(otherForms)('answer hostile forms to %s without an internal error', async (address, fields) => {
    for (const text of hostileTexts) {
      for (const field of [...fields, text]) {
        const valid = fields.map(name => `${name}=authorization_code`).join('&')
        const { statusCode, body } = await portal.app.inject({
          method: 'POST',
          url: address.replaceAll('{}', text),
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          payload: `${valid}&${field}=${text}`.replace(`${field}=authorization_code&`, ''),
        })
        expect(statusCode, `${address} ${field}=${text} ${body}`).toBeLessThan(500)
      }
    }
  })
})
