// A SAML 2.0 identity provider for tests: node src/testing/providers/saml-provider.ts. It receives a request by the redirect
// binding and answers with a page whose form the browser posts to the portal.
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import type { SamlState } from './saml-control.ts'
import { responseTo } from './saml-response.ts'

let state = JSON.parse(process.argv[2] ?? '{}') as SamlState
let lastRequest = { xml: '', parameters: {}, text: '' }

const makeKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const own = makeKeys()
const keys = { own: own.privateKey, other: makeKeys().privateKey }

function signOn(url: URL, response: ServerResponse): void {
  const { searchParams } = url
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  lastRequest = { xml, parameters: Object.fromEntries(searchParams), text: url.search.slice(1) }
  const requestId = / ID="([^"]+)"/.exec(xml)?.[1] ?? ''
  const answer = Buffer.from(responseTo(requestId, state, `${origin}/metadata`, keys)).toString('base64')
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(
      `<form method="post" action="${state.acs}"><input name="SAMLResponse" value="${answer}"><input name="RelayState" value="${searchParams.get('RelayState') ?? ''}"></form>`,
    )
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', origin)
  if (url.pathname === '/sign-on') return signOn(url, response)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (url.pathname === '/control/state')
    state = { ...state, ...(JSON.parse(Buffer.concat(chunks).toString()) as Partial<SamlState>) }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(lastRequest))
}

let origin = ''
const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
process.stdout.write(`${JSON.stringify({ origin, publicKey: own.publicKey })}\n`)
// The pipe closes when the parent process ends, however that happens.
process.stdin.resume().on('end', () => process.exit(0))
