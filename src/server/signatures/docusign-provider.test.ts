import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import { pdfOf } from '../../testing/factories/make-file.ts'
import {
  accountId,
  type Fault,
  hmacKey,
  integrationKey,
  startDocuSign,
  userId,
} from '../../testing/signatures/docusign-stand-in.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { openDocuSign } from './docusign-provider.ts'
import { NotTheirTurn, ProviderUnavailable, type SignatureProvider } from './provider.ts'

let docuSign: Awaited<ReturnType<typeof startDocuSign>>
let keyFile: string
let provider: SignatureProvider
const clock = testClock(new Date())

const settings = () => ({
  url: docuSign.url,
  authUrl: docuSign.url,
  signingHosts: ['127.0.0.1'],
  accountId,
  integrationKey,
  userId,
  keyFile,
  hmacKeys: ['the next key of Connect', hmacKey],
})
const open = (timeoutMs = 10_000) => openDocuSign(settings(), { clock, timeoutMs })

beforeAll(async () => {
  docuSign = await startDocuSign()
  keyFile = join(temporaryDirectory('docusign'), 'key.pem')
  await writeFile(keyFile, docuSign.privateKey)
})
afterAll(() => docuSign.close())
beforeEach(async () => {
  docuSign.recover()
  provider = await open()
})

const request = () => ({
  requestKey: randomUUID(),
  about: { kind: 'account' as const, accountId: randomUUID() },
  subject: 'Gift agreement',
  document: { name: 'Gift agreement.pdf', bytes: pdfOf() },
  signers: [
    {
      signerId: 'first',
      name: 'Ada Finch',
      email: 'ada@people.example',
      routingOrder: 1,
      userId: randomUUID(),
    },
    {
      signerId: 'second',
      name: 'Ben Finch',
      email: 'ben@people.example',
      routingOrder: 2,
      userId: randomUUID(),
    },
  ],
})
const returnTo = new URL('https://npt.example.org/sign-pending-document')
const addressOf = (envelopeId: string, signerId: string) =>
  provider.signingAddress({ envelopeId, signerId, returnTo })

test('two sign one after the other, and the signed document is fetched (§10)', async () => {
  const { envelopeId } = await provider.createEnvelope(request())
  await expect(addressOf(envelopeId, 'second')).rejects.toThrow(NotTheirTurn)
  expect((await addressOf(envelopeId, 'first')).href).toBe(`https://127.0.0.1/Signing/${envelopeId}`)
  await expect(provider.signedDocument(envelopeId)).rejects.toThrow('is not completed')
  docuSign.sign(envelopeId, 'first')
  await expect(addressOf(envelopeId, 'first')).rejects.toThrow(NotTheirTurn)
  await addressOf(envelopeId, 'second')
  docuSign.sign(envelopeId, 'second')
  const at = new Date('2026-11-20T15:04:05.123Z')
  expect(await provider.status(envelopeId)).toEqual({
    state: 'completed',
    signers: [
      { signerId: 'first', state: 'signed', at, reason: null },
      { signerId: 'second', state: 'signed', at, reason: null },
    ],
  })
  expect(Buffer.from(await provider.signedDocument(envelopeId))).toEqual(Buffer.from(pdfOf()))
})

test('a signer declines with a reason, and no other signer is asked', async () => {
  const { envelopeId } = await provider.createEnvelope(request())
  docuSign.decline(envelopeId, 'first', 'The amount is wrong.')
  const { state, signers } = await provider.status(envelopeId)
  expect([state, signers[0]?.state, signers[0]?.reason]).toEqual([
    'declined',
    'declined',
    'The amount is wrong.',
  ])
  await expect(addressOf(envelopeId, 'second')).rejects.toThrow(NotTheirTurn)
})

test('the same request makes one envelope, also after its answer was lost', async () => {
  const asked = request()
  docuSign.fail({ status: 200, body: '{}' }, 'cut-off')
  await expect(provider.createEnvelope(asked)).rejects.toThrow(ProviderUnavailable)
  const first = await provider.createEnvelope(asked)
  expect(await (await open()).createEnvelope(asked)).toEqual(first)
})

test('withdraws an envelope once, and leaves a completed one as it is', async () => {
  const { envelopeId } = await provider.createEnvelope(request())
  await provider.voidEnvelope(envelopeId, 'Entered twice')
  await provider.voidEnvelope(envelopeId, 'Entered twice')
  expect((await provider.status(envelopeId)).state).toBe('voided')
  expect(docuSign.envelopes.get(envelopeId)?.voidedReason).toBe('Entered twice')
  const other = await provider.createEnvelope(request())
  // It is completed between the question and the withdrawal.
  docuSign.fail({
    status: 200,
    body: JSON.stringify({ status: 'sent', recipients: { signers: [] } }),
  })
  for (const signerId of ['first', 'second']) docuSign.sign(other.envelopeId, signerId)
  await provider.voidEnvelope(other.envelopeId, 'Entered twice')
  expect((await provider.status(other.envelopeId)).state).toBe('completed')
})

describe('the access token', () => {
  test('is used until shortly before it expires, and renewed when it was withdrawn', async () => {
    const { envelopeId } = await provider.createEnvelope(request())
    const grants = () => docuSign.requests.filter(each => each === 'POST /oauth/token').length
    const before = grants()
    await provider.status(envelopeId)
    expect(grants()).toBe(before)
    docuSign.withdrawTokens()
    await provider.status(envelopeId)
    expect(grants()).toBe(before + 1)
    clock.advance(59.5 * 60_000)
    await provider.status(envelopeId)
    expect(grants()).toBe(before + 2)
  })

  test('is refused to a key of another integration', async () => {
    const other = await openDocuSign({ ...settings(), integrationKey: userId }, { clock })
    await expect(other.status(randomUUID())).rejects.toThrow(ProviderUnavailable)
  })
})

describe('a provider that is down', () => {
  const faults: [what: string, fault: Fault][] = [
    ['returns 429', { status: 429 }],
    ['returns 500', { status: 500, body: '<html>' }],
    ['returns 503 with a page', { status: 503, body: '<html>', type: 'text/html' }],
    ['answers what is no JSON', { status: 200, body: '{"status":' }],
    ['answers a page instead of JSON', { status: 200, body: '{}', type: 'text/html' }],
    ['answers another shape', { status: 200, body: '{"status": 7}' }],
    ['answers an unknown status', { status: 200, body: '{"status":"lost","recipients":{"signers":[]}}' }],
    ['sends more than a megabyte', 'too-long'],
    ['cuts the connection', 'cut-off'],
    ['redirects elsewhere', 'redirect'],
  ]
  test.each(faults)('%s: it is unavailable, and a later try succeeds', async (_what, fault) => {
    const { envelopeId } = await provider.createEnvelope(request())
    docuSign.fail(fault, fault)
    await expect(provider.status(envelopeId)).rejects.toThrow(ProviderUnavailable)
    docuSign.recover()
    expect((await provider.status(envelopeId)).state).toBe('sent')
  })

  test('does not answer: the request ends at its limit', async () => {
    const { envelopeId } = await provider.createEnvelope(request())
    docuSign.fail('no-answer', 'no-answer')
    await expect((await open(50)).status(envelopeId)).rejects.toThrow(ProviderUnavailable)
  })

  test('fails for a moment: a read is sent again', async () => {
    const { envelopeId } = await provider.createEnvelope(request())
    docuSign.fail({ status: 503 })
    expect((await provider.status(envelopeId)).state).toBe('sent')
  })

  test('sends no PDF where one was expected', async () => {
    const { envelopeId } = await provider.createEnvelope(request())
    for (const signerId of ['first', 'second']) docuSign.sign(envelopeId, signerId)
    const completed = { status: 'completed', recipients: { signers: [] } }
    docuSign.fail({ status: 200, body: JSON.stringify(completed) }, { status: 200, body: '<html>' })
    await expect(provider.signedDocument(envelopeId)).rejects.toThrow('no PDF')
  })
})

describe('a message of Connect', () => {
  const envelopeId = randomUUID()

  test('names its envelope, signed with any of the keys', () => {
    const { body, headers } = docuSign.webhook(envelopeId)
    expect(provider.readWebhook(headers, body)).toEqual({ envelopeId })
    const next = docuSign.webhook(envelopeId, { key: 'the next key of Connect' })
    const second = { 'x-docusign-signature-2': next.headers['x-docusign-signature-1'] }
    expect(provider.readWebhook(second, next.body)).toEqual({ envelopeId })
  })

  test('is refused without a signature, with another key, changed, or of another account', () => {
    const { body, headers } = docuSign.webhook(envelopeId)
    const foreign = docuSign.webhook(envelopeId, { key: 'a key of somebody else' })
    const elsewhere = docuSign.webhook(envelopeId, { account: randomUUID() })
    expect(provider.readWebhook({}, body)).toBeNull()
    expect(provider.readWebhook({ 'x-docusign-signature-1': '' }, body)).toBeNull()
    expect(provider.readWebhook(foreign.headers, foreign.body)).toBeNull()
    expect(provider.readWebhook(headers, Buffer.concat([body, Buffer.from(' ')]))).toBeNull()
    expect(provider.readWebhook(elsewhere.headers, elsewhere.body)).toBeNull()
  })
})

test('a key file that holds no RSA key is named at the start', async () => {
  const noKey = join(temporaryDirectory('docusign'), 'none.pem')
  await writeFile(noKey, 'no key')
  await expect(openDocuSign({ ...settings(), keyFile: noKey }, { clock })).rejects.toThrow(
    /DOCUSIGN_KEY_FILE .* holds no RSA private key/,
  )
})
