import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { originOf, startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeFund } from '../../../../testing/factories/make-fund.ts'
import { addCodesFor, addPasskeyFor, backupCodesFor, codeAt } from '../../../../testing/sign-in/factors.ts'
import { type PasskeyOverrides, softPasskey } from '../../../../testing/sign-in/soft-passkey.ts'
import {
  addOneTimeCode,
  addPasskey,
  getFactors,
  makeBackupCodes,
  removeFactor,
  startOneTimeCode,
  startPasskey,
} from '../factors.contract.ts'

const clock = testClock(new Date())
let portal: TestApp
let as: TestSession
let stranger: TestSession
beforeAll(async () => {
  portal = await startTestApp({ clock })
  as = (await makeFund(portal)).donor.session
  stranger = (await makeFund(portal)).donor.session
})
afterAll(() => portal.close())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const creationFor = async (session: TestSession) =>
  (await portal.call(startPasskey, {}, { as: session })).reply.creation
const mine = async () => (await portal.call(getFactors, {}, { as })).reply

describe('factors in the profile', () => {
  test('adds, names, lists and removes a passkey', async () => {
    const passkey = softPasskey(originOf('npt')).create(await creationFor(as))
    const added = await portal.call(
      addPasskey,
      { body: command({ passkey, name: ' The blue key ' }) },
      { as },
    )
    const { passkeyId } = added.reply
    expect((await mine()).passkeys).toEqual([
      {
        passkeyId,
        name: 'The blue key',
        host: 'npt.localhost',
        addedAt: clock.now().toISOString(),
        lastUsedAt: null,
      },
    ])
    const removal = command({ kind: 'passkey' as const, passkeyId })
    expect((await portal.call(removeFactor, { body: removal }, { as })).status).toBe(200)
    expect((await mine()).passkeys).toEqual([])
    expect((await portal.call(removeFactor, { body: removal }, { as })).status).toBe(404)
  })

  test.each<[string, PasskeyOverrides]>([
    ['created for another origin', { origin: 'https://evil.example' }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['whose owner was not verified', { isUserVerified: false }],
    ['for another challenge', { challenge: Buffer.alloc(32, 9).toString('base64url') }],
    ['of the type webauthn.get', { type: 'webauthn.get' }],
  ])('does not add a passkey %s', async (_what, overrides) => {
    const passkey = softPasskey(originOf('npt')).create(await creationFor(as), overrides)
    const { problem } = await portal.call(addPasskey, { body: command({ passkey }) }, { as })
    expect(problem).toMatchObject({
      status: 400,
      detail: 'The passkey could not be added. Please try again.',
    })
    expect((await mine()).passkeys).toEqual([])
  })

  test('accepts passkey creation options once and only in their session', async () => {
    const creation = await creationFor(as)
    const passkey = softPasskey(originOf('npt')).create(creation)
    expect((await portal.call(addPasskey, { body: command({ passkey }) }, { as: stranger })).status).toBe(400)
    expect((await portal.call(addPasskey, { body: command({ passkey }) }, { as })).status).toBe(400)
    const second = await creationFor(as)
    const other = softPasskey(originOf('npt'))
    const made = other.create(second)
    expect((await portal.call(addPasskey, { body: command({ passkey: made }) }, { as })).status).toBe(200)
    expect((await portal.call(addPasskey, { body: command({ passkey: made }) }, { as })).status).toBe(400)
  })

  test('does not add a passkey that another person has', async () => {
    const passkey = await addPasskeyFor(portal, as)
    const credential = passkey.create(await creationFor(stranger))
    expect(
      (await portal.call(addPasskey, { body: command({ passkey: credential }) }, { as: stranger })).status,
    ).toBe(400)
    expect((await portal.call(getFactors, {}, { as: stranger })).reply.passkeys).toEqual([])
  })

  test('confirms a one-time code secret only by its own code, its owner and within ten minutes', async () => {
    const first = (await portal.call(startOneTimeCode, {}, { as })).reply
    const typed = { setUpId: first.setUpId, code: await codeAt(first.secret, clock.now()) }
    const body = command(typed)
    expect((await portal.call(addOneTimeCode, { body }, { as: stranger })).status).toBe(400)
    const next = (await portal.call(startOneTimeCode, {}, { as })).reply
    expect((await portal.call(addOneTimeCode, { body }, { as })).status).toBe(400)
    clock.advance(10 * 60 * 1000)
    const late = command({ setUpId: next.setUpId, code: await codeAt(next.secret, clock.now()) })
    // A new step-up, so that only the secret is too old.
    await portal.database.admin.query('update session set factor_verified_at = $1', [clock.now()])
    const { problem } = await portal.call(addOneTimeCode, { body: late }, { as })
    expect(problem).toMatchObject({
      status: 400,
      errors: { code: [expect.stringContaining('isn’t correct')] },
    })
  })

  test('every factor change requires a step-up', async () => {
    const { donor } = await makeFund(portal)
    const passkey = softPasskey(originOf('npt')).create(await creationFor(donor.session))
    clock.advance(5 * 60 * 1000 + 1)
    const calls = [
      portal.call(startPasskey, {}, { as: donor.session }),
      portal.call(addPasskey, { body: command({ passkey }) }, { as: donor.session }),
      portal.call(startOneTimeCode, {}, { as: donor.session }),
      portal.call(makeBackupCodes, {}, { as: donor.session }),
      portal.call(removeFactor, { body: command({ kind: 'code' as const }) }, { as: donor.session }),
    ]
    for (const { status, problem } of await Promise.all(calls))
      expect([status, problem.type]).toEqual([403, 'urn:almoner:problem:step-up-needed'])
  })

  test('removing the last factor removes the backup codes', async () => {
    const { donor } = await makeFund(portal)
    await addCodesFor(portal, donor.session, clock.now())
    await backupCodesFor(portal, donor.session)
    const factors = () => portal.call(getFactors, {}, { as: donor.session })
    expect((await factors()).reply).toMatchObject({
      backupCodes: { remaining: 10, total: 10 },
      isRequired: false,
    })
    await portal.call(removeFactor, { body: command({ kind: 'code' as const }) }, { as: donor.session })
    expect((await factors()).reply).toMatchObject({ code: null, backupCodes: null })
  })

  test('records each change in the audit log without the typed codes', async () => {
    const { donor } = await makeFund(portal)
    const { secret } = await addCodesFor(portal, donor.session, clock.now())
    const codes = await backupCodesFor(portal, donor.session)
    await portal.call(
      removeFactor,
      { body: command({ kind: 'backup-code' as const }) },
      { as: donor.session },
    )
    const { rows } = await portal.database.admin.query<{ kind: string; detail: { factor: string } }>(
      'select kind, detail from audit_event where user_id = $1 order by seq',
      [donor.user.userId],
    )
    expect(rows.map(({ kind, detail }) => `${kind} ${detail.factor}`)).toEqual([
      'factor-added code',
      'factor-added backup-code',
      'factor-removed backup-code',
    ])
    for (const text of [secret, ...codes]) expect(JSON.stringify(rows)).not.toContain(text)
  })
})
