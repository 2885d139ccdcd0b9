import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { testClock } from '../clock.ts'
import type { Example } from './examples/example.ts'
import { examplesOf, type FeatureWithEndpoints, newKey } from './examples.ts'
import { expectItsEvents, lastEvent } from './expect-its-events.ts'
import { type MatrixBook, makeMatrixBook, unknownSubject } from './fixture.ts'
import { holds, isNotStaff, type Persona, personas, seesAccount } from './matrix.ts'
import { type Prepared, prepare, send } from './send-example.ts'
import { internalNote, staffMember, unsharedContact } from './texts.ts'

let portal: TestApp
let npt: MatrixBook
let rathbones: MatrixBook

/**
 * Declares the access-matrix tests of a feature's endpoints: every persona calls each for their own book, another book, and a fund
 * that does not exist. The expectations come from the requirements' matrix, not from the program.
 */
export function describeAccess(
  feature: FeatureWithEndpoints,
  settings: Pick<NonNullable<Parameters<typeof startTestApp>[0]>, 'clients' | 'settings'> = {},
): void {
  beforeAll(async () => {
    portal = await startTestApp({ clock: testClock(), ...settings })
    npt = await makeMatrixBook(portal, 'npt')
    rathbones = await makeMatrixBook(portal, 'rathbones')
  })
  afterAll(() => portal.close())

  const examples: readonly Example[] = examplesOf[feature]
  describe.each(examples.map(example => [nameOf(example.endpoint), example] as const))('%s', describeExample)
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const namesFund = ({ path }: Endpoint) => path.includes('{fundId}')
/** Names something that belongs to one book or client. */
const ofItsOwn =
  /{grantId}|{relationshipId}|{requestId}|{accountId}|{documentId}|{fileId}|{kind}|{mailId}|{applicationId}|{householdId}|{proposalId}|{detailsId}|{personId}|{rightId}|{runId}|{paymentId}|{vettingId}|{transferId}|{caseId}|{shareId}|{changeId}|{noticeId}|{bankFileId}|{batchId}|{entryId}|{reductionId}|{itemId}|{bankLineId}|{explanationId}|{findingId}|{checkId}|{closeId}|{exportId}|{defaultGrantId}|{stepId}/
const namesOwn = ({ path }: Endpoint) => ofItsOwn.test(path)
const isOpen = (needs: Example['needs']) => needs === 'public' || needs === 'session' || needs === 'signed-in'

type Outcome = { status: number; title?: string }
const notFound: Outcome = { status: 404 }

/** What §14 says of this call. */
function expected(
  { endpoint, needs, onlyFor, isHiddenFromOthers, status: answers = 200, ...names }: Example,
  persona: Persona,
  where: 'own' | 'elsewhere',
): Outcome {
  if (needs === 'public') return { status: answers }
  if (persona === 'signed-out') return { status: 401 }
  if (isOpen(needs)) return { status: answers }
  if (namesFund(endpoint) && (where === 'elsewhere' || !seesAccount(persona))) return notFound
  if (!holds(persona, needs))
    return endpoint.method === 'GET' ? notFound : { status: 400, title: 'Access denied.' }
  const hasOtherAccounts = where === 'elsewhere'
  if (hasOtherAccounts && (namesOwn(endpoint) || names.namesOwnInBody || names.isUnknownElsewhere))
    return notFound
  if (hasOtherAccounts && names.statusElsewhere !== undefined) return { status: names.statusElsewhere }
  if (isHiddenFromOthers && onlyFor !== persona) return notFound
  return onlyFor === undefined || onlyFor === persona
    ? { status: 200 }
    : { status: 400, title: 'Access denied.' }
}

/** A persona of the book whom this call answers as its example says: with 200 where it names no other status. */
export function rightPerson(example: Example): Persona {
  const answers = example.status ?? 200
  const found = personas.find(persona => expected(example, persona, 'own').status === answers)
  if (!found) throw new Error(`no persona may call ${nameOf(example.endpoint)}`)
  return found
}

/**
 * The call that others were refused, by the right persona of that book: it returns 200, so the rows exist and no refused call has changed
 * them.
 */
async function expectRows(example: Example, request: Prepared, book: MatrixBook): Promise<void> {
  const session = await book.sessionOf(rightPerson(example))
  const before = await lastEvent(portal, book.book)
  const answer = await send(portal, request, book.book, session)
  const hasFeature = book === npt || example.statusWithoutFeature === undefined
  expect(answer.status, `${nameOf(example.endpoint)} by the right person: ${answer.text}`).toBe(
    hasFeature ? 200 : example.statusWithoutFeature,
  )
  if (!hasFeature) return
  expect(answer.text).toContain(example.contains?.(book) ?? '')
  await expectItsEvents(portal, example.endpoint, book.book, before)
}

function describeExample(name: string, example: Example): void {
  test('declares the specified access', () => {
    expect(example.endpoint.access).toEqual(example.needs)
  })

  const hasRows = example.needs !== 'public' && example.status === undefined
  const isRefused = (persona: Persona, where: 'own' | 'elsewhere') =>
    hasRows && expected(example, persona, where).status !== 200

  describe('in the own book', () => {
    const refused = personas.filter(persona => isRefused(persona, 'own'))
    const check = async (persona: Persona, request: Prepared) => {
      const outcome = expected(example, persona, 'own')
      const session = await npt.sessionOf(persona)
      const before = await lastEvent(portal, 'npt')
      const answer = await send(portal, request, 'npt', session)
      expect(answer.status, `${name} by ${persona}: ${answer.text}`).toBe(outcome.status)
      if (isNotStaff(persona)) expectNothingOfStaff(answer.text)
      if (!holds(persona, 'USER_MANAGE')) expectNothingUnshared(answer.text)
      if (outcome.title) expect(answer.title()).toBe(outcome.title)
      if (outcome.status !== 200) return
      await expectItsEvents(portal, example.endpoint, 'npt', before)
      expect(answer.text).toContain(example.contains?.(npt) ?? '')
      expectNothingOf(rathbones, answer.text)
    }
    testRefusals(
      example,
      () => npt,
      refused,
      'refuses %s as specified (§14)',
      (persona, request) => check(persona, request),
    )
    test.each(personas.filter(persona => !refused.includes(persona)))(
      'accepts %s as specified (§14)',
      async persona => await check(persona, await prepare(example, npt, persona)),
    )
  })

  if (isOpen(example.needs)) return

  describe('with the ids of the other book', () => {
    const refused = personas.filter(persona => isRefused(persona, 'elsewhere'))
    const check = async (persona: Persona, request: Prepared) => {
      const outcome = expected(example, persona, 'elsewhere')
      const answer = await send(portal, request, 'npt', await npt.sessionOf(persona))
      expect(answer.status, `${name} by ${persona}: ${answer.text}`).toBe(outcome.status)
      if (outcome.title) expect(answer.title()).toBe(outcome.title)
      expectNothingOf(rathbones, example.repeatsFundId ? withoutFundId(answer.text) : answer.text)
      if (isNotStaff(persona)) expectNothingOfStaff(answer.text)
    }
    testRefusals(example, () => rathbones, refused, 'refuses %s', check)
    test.each(personas.filter(persona => !refused.includes(persona)))(
      'returns nothing of the other book to %s',
      async persona => await check(persona, await prepare(example, rathbones)),
    )
  })

  test('rejects a session of npt at the other client', async () => {
    const request = await prepare(example, rathbones)
    for (const persona of ['donor', 'super_user'] as const) {
      const answer = await send(portal, request, 'rathbones', await npt.sessionOf(persona))
      expect(answer.status, answer.text).toBe(401)
    }
    await expectRows(example, request, rathbones)
  })

  if (!namesFund(example.endpoint) && !namesOwn(example.endpoint) && !example.namesOwnInBody) return

  describe('for missing ids and ids of another book', () => {
    let missing: Prepared
    let foreign: Prepared
    beforeAll(async () => {
      missing = await prepare(example, unknownSubject(npt))
      foreign = await prepare(example, rathbones)
    })

    test.each(personas)('returns the same to %s for both (§14)', async persona => {
      const session = await npt.sessionOf(persona)
      const answers = [
        await send(portal, { ...missing, key: newKey() }, 'npt', session),
        await send(portal, { ...foreign, key: newKey() }, 'npt', session),
      ].map(({ text, status }) => ({ ...JSON.parse(text), traceId: undefined, status }))
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.status).toBe(expected(example, persona, 'elsewhere').status)
    })
  })
}

/** Each persona is refused one and the same call, which the right persona of the book may make afterwards. */
function testRefusals(
  example: Example,
  book: () => MatrixBook,
  refused: readonly Persona[],
  title: string,
  check: (persona: Persona, request: Prepared) => Promise<void>,
): void {
  if (refused.length === 0) return
  let request: Prepared
  beforeAll(async () => {
    request = await prepare(example, book())
  })

  test.each(refused)(title, async persona => await check(persona, { ...request, key: newKey() }))

  test('then returns 200 to the people of the book', async () => await expectRows(example, request, book()))
}

/** No response may contain the names of deciding staff or their internal notes. */
function expectNothingOfStaff(text: string): void {
  for (const secret of [internalNote, staffMember.firstName, staffMember.lastName])
    expect(text).not.toContain(secret)
}

/** No response may contain the contact of a person with a login who has not accepted their relationship. */
function expectNothingUnshared(text: string): void {
  for (const secret of Object.values(unsharedContact)) expect(text).not.toContain(secret)
}

/** Without the account ID that the caller sent, which the answer may repeat. */
const withoutFundId = (text: string): string => text.replaceAll(String(rathbones.fundId), '')

/** No response may contain data of another book. Charities are shared. */
function expectNothingOf(book: MatrixBook, text: string): void {
  for (const secret of [
    book.accountName,
    book.fund.accountId,
    book.fund.donor.user.email,
    String(book.fundId),
  ])
    expect(text).not.toContain(secret)
}
