// An OpenID provider for tests: node src/testing/providers/openid-provider.ts. It listens on loopback, writes its address as
// one line of JSON, and signs in the person whose claims the test sets. `attackVariant` makes it misbehave.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { AttackVariant, ProviderState } from './openid-control.ts'

type AuthorizationRequest = {
  nonce: string
  challenge: string
  redirectUri: string
  clientId: string
  maxAge: string | null
}

const codes = new Map<string, AuthorizationRequest>()
const pushed = new Map<string, URLSearchParams>()
let state: ProviderState
let keys: Awaited<ReturnType<typeof makeKey>>[] = []
const otherKey = await makeKey()
let lastToken = ''
let keyRequests = 0

async function makeKey() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  return { publicKey, privateKey, jwk }
}

const attackVariant = (kind: AttackVariant) => state.attackVariant === kind
const seconds = (offsetS = 0) => Math.floor(Date.now() / 1000) + offsetS
const issuer = () => `http://127.0.0.1:${port}`

function metadata() {
  const at = (path: string) => `${issuer()}${path}`
  return {
    issuer: attackVariant('other issuer in the metadata') ? 'https://evil.example' : issuer(),
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    jwks_uri: at('/keys'),
    end_session_endpoint: at('/end-session'),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: state.sendsIss,
    ...(state.offersPar ? { pushed_authorization_request_endpoint: at('/par') } : {}),
  }
}

/** Redirects the browser back at once, with a code for the person that the test set. */
function authorize(query: URLSearchParams, response: ServerResponse): ServerResponse {
  const uri = query.get('request_uri')
  if (state.offersPar && uri === null) return answer(response, 400, { error: 'invalid_request' })
  const parameters = (uri === null ? query : pushed.get(uri)) ?? new URLSearchParams()
  if (uri !== null) pushed.delete(uri)
  const read = (name: string) => parameters.get(name) ?? ''
  if (read('code_challenge_method') !== 'S256' || read('response_type') !== 'code')
    return answer(response, 400, { error: 'invalid_request' })
  const code = randomUUID()
  codes.set(code, {
    nonce: read('nonce'),
    challenge: read('code_challenge'),
    redirectUri: read('redirect_uri'),
    clientId: read('client_id'),
    maxAge: parameters.get('max_age'),
  })
  const back = new URL(read('redirect_uri'))
  back.searchParams.set('code', code)
  back.searchParams.set('state', read('state'))
  if (state.sendsIss && !attackVariant('no iss'))
    back.searchParams.set('iss', attackVariant('wrong iss in the answer') ? 'https://evil.example' : issuer())
  return response.writeHead(302, { location: back.href }).end()
}

async function token(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
  const form = new URLSearchParams(await bodyOf(request))
  if (!isClient(request)) return answer(response, 401, { error: 'invalid_client' })
  const authorization = codes.get(form.get('code') ?? '')
  // A faulty provider would accept the same code again.
  if (!attackVariant('accepts codes twice')) codes.delete(form.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (
    !authorization ||
    authorization.redirectUri !== form.get('redirect_uri') ||
    authorization.challenge !== challenge
  )
    return answer(response, 400, { error: 'invalid_grant' })
  if (!attackVariant('the previous ID token')) lastToken = await idToken(authorization)
  return answer(response, 200, {
    access_token: randomUUID(),
    token_type: 'Bearer',
    expires_in: 60,
    id_token: lastToken,
  })
}

async function idToken({ nonce, clientId }: AuthorizationRequest): Promise<string> {
  const offsetS = attackVariant('clock ten minutes behind')
    ? -600
    : attackVariant('clock ten minutes ahead')
      ? 600
      : 0
  const claims: JWTPayload = {
    ...state.claims,
    iss: attackVariant('wrong iss') ? 'https://evil.example' : issuer(),
    aud: attackVariant('wrong audience')
      ? 'another-client'
      : attackVariant('several audiences')
        ? [clientId, 'another-client']
        : clientId,
    nonce: attackVariant('wrong nonce') ? randomUUID() : nonce,
    iat: seconds(offsetS - (attackVariant('expired') ? 7200 : 0)),
    exp: seconds(offsetS + (attackVariant('expired') ? -3600 : 300)),
    auth_time: seconds(offsetS - state.signedInAgoS),
  }
  if (attackVariant('no nonce')) delete claims.nonce
  return signed(claims, 'JWT')
}

async function signed(claims: JWTPayload, typ: string): Promise<string> {
  const [current] = keys
  if (!current) throw new Error('no key')
  const header = { alg: 'RS256', kid: current.jwk.kid ?? '', typ }
  if (attackVariant('alg none')) {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ ...header, alg: 'none' })}.${part(claims)}.`
  }
  if (attackVariant('HS256 with the public key')) {
    const secret = new TextEncoder().encode(await exportSPKI(current.publicKey))
    return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret)
  }
  if (attackVariant('HS256 with the client secret')) {
    const secret = new TextEncoder().encode(state.clientSecret)
    return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret)
  }
  const key = attackVariant('wrong signature') ? otherKey : current
  const made = await new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey)
  if (!attackVariant('altered claims')) return made
  const [head, , signature] = made.split('.')
  const altered = Buffer.from(JSON.stringify({ ...claims, ...state.alteredClaims })).toString('base64url')
  return `${head}.${altered}.${signature}`
}

/** A valid logout token with the test's changes; null removes a claim. */
async function logoutToken(changes: Record<string, unknown>): Promise<string> {
  const valid = {
    iss: issuer(),
    aud: state.clientId,
    iat: seconds(),
    exp: seconds(120),
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  }
  const claims = Object.fromEntries(
    Object.entries({ ...valid, ...changes }).filter(([name, value]) => value !== null && name !== 'typ'),
  )
  return signed(claims as JWTPayload, typeof changes.typ === 'string' ? changes.typ : 'logout+jwt')
}

function isClient({ headers }: IncomingMessage): boolean {
  const credentials = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString()
  const [id, secret] = credentials.split(':').map(part => decodeURIComponent(part.replaceAll('+', ' ')))
  return id === state.clientId && secret === state.clientSecret
}

async function control(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ServerResponse> {
  const sent = JSON.parse((await bodyOf(request)) || '{}') as Record<string, unknown>
  if (path === '/control/state') state = { ...state, ...sent }
  else if (path === '/control/rotate') keys = [await makeKey()]
  else if (path === '/control/logout-token') return answer(response, 200, { token: await logoutToken(sent) })
  else if (path === '/control/key-requests') return answer(response, 200, { count: keyRequests })
  else if (path === '/control/last-token') return answer(response, 200, { token: lastToken })
  return answer(response, 200, {})
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function answer(response: ServerResponse, status: number, body: object): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
  const { pathname, searchParams } = new URL(request.url ?? '/', issuer())
  if (pathname.startsWith('/control/')) return control(pathname, request, response)
  switch (pathname) {
    case '/.well-known/openid-configuration':
      if (attackVariant('an endless answer')) return answer(response, 200, { padding: 'x'.repeat(1_000_000) })
      if (attackVariant('a redirection')) return response.writeHead(302, { location: '/elsewhere' }).end()
      return answer(response, 200, metadata())
    case '/elsewhere':
      return answer(response, 200, metadata())
    case '/keys':
      keyRequests += 1
      return answer(response, 200, { keys: keys.map(({ jwk }) => jwk) })
    case '/par': {
      const form = new URLSearchParams(await bodyOf(request))
      if (!isClient(request)) return answer(response, 401, { error: 'invalid_client' })
      const uri = `urn:ietf:params:oauth:request_uri:${randomUUID()}`
      pushed.set(uri, form)
      return answer(response, 201, { request_uri: uri, expires_in: 60 })
    }
    case '/authorize':
      return authorize(searchParams, response)
    case '/token':
      return token(request, response)
    default:
      return answer(response, 404, { error: 'not_found' })
  }
}

state = JSON.parse(process.argv[2] ?? '{}') as ProviderState
keys = [await makeKey()]
const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => answer(response, 500, { error: String(error) }))
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0
process.stdout.write(`${JSON.stringify({ origin: issuer() })}\n`)
// The pipe closes when the parent process ends, however that happens.
process.stdin.resume().on('end', () => process.exit(0))
