import { generate } from 'otplib'
import {
  addOneTimeCode,
  addPasskey,
  makeBackupCodes,
  startOneTimeCode,
  startPasskey,
} from '../../features/identity/factors/factors.contract.ts'
import { originOf, type TestApp, type TestSession } from '../app.ts'
import { type SoftPasskey, softPasskey } from './soft-passkey.ts'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** The one-time code of this secret at an instant. */
export function codeAt(secret: string, at: Date): Promise<string> {
  return generate({ secret: secret.replaceAll(' ', ''), epoch: Math.floor(at.getTime() / 1000) })
}

/** Sets up one-time codes; returns the secret and the code that confirmed it. */
export async function addCodesFor(
  portal: TestApp,
  as: TestSession,
  now: Date,
): Promise<{ secret: string; confirmedBy: string }> {
  const { reply } = await portal.call(startOneTimeCode, {}, { as })
  const confirmedBy = await codeAt(reply.secret, now)
  const { status } = await portal.call(
    addOneTimeCode,
    { body: command({ setUpId: reply.setUpId, code: confirmedBy }) },
    { as },
  )
  if (status !== 200) throw new Error(`adding one-time codes answered ${status}`)
  return { secret: reply.secret, confirmedBy }
}

export async function addPasskeyFor(portal: TestApp, as: TestSession): Promise<SoftPasskey> {
  const passkey = softPasskey(originOf(as.client))
  const { reply } = await portal.call(startPasskey, {}, { as })
  await portal
    .call(addPasskey, { body: command({ passkey: passkey.create(reply.creation) }) }, { as })
    .then(added => added.reply)
  return passkey
}

export async function backupCodesFor(portal: TestApp, as: TestSession): Promise<string[]> {
  return (await portal.call(makeBackupCodes, {}, { as })).reply.codes
}
