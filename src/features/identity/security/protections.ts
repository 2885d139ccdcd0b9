import type { Factors } from '../factors/factors.contract.ts'

export type Protection = {
  /** Also the id of the section that sets it up. */
  key: 'passkeys' | 'one-time-codes' | 'backup-codes'
  title: string
  isSetUp: boolean
  /** In one or two words. */
  state: string
  text: string
}

/** With fewer backup codes, a person should create new ones. */
const fewCodes = 3

/** What protects a login besides its password. A passkey counts on the host for which it was created. */
export function protectionsOf(
  { passkeys, code, backupCodes }: Factors,
  host: string,
  signsInByPassword: boolean,
): Protection[] {
  const here = passkeys.filter(passkey => passkey.host === host).length
  return [
    {
      key: 'passkeys',
      title: 'Passkey',
      isSetUp: here > 0,
      state: here > 0 ? (here === 1 ? 'Set up' : `${here} set up`) : 'Not set up',
      text:
        here > 0
          ? 'Your device’s screen lock or a security key'
          : passkeys.length > 0
            ? 'Your passkeys work on another site only. Add one here.'
            : 'The safest way to log in. It can’t be guessed or copied.',
    },
    {
      key: 'one-time-codes',
      title: 'One-time codes',
      isSetUp: code !== null,
      state: code === null ? 'Not set up' : 'Set up',
      text:
        code === null
          ? 'A second step with an app on your phone'
          : `An app on your phone gives you a code ${signsInByPassword ? 'besides your password' : 'when we ask you to confirm it’s you'}.`,
    },
    {
      key: 'backup-codes',
      title: 'Backup codes',
      isSetUp: backupCodes !== null && backupCodes.remaining >= fewCodes,
      state: backupCodes === null ? 'Not set up' : `${backupCodes.remaining} left`,
      text:
        backupCodes === null
          ? 'They let you in if you lose your phone or security key.'
          : backupCodes.remaining < fewCodes
            ? 'You are running out. Create new ones.'
            : 'Keep them on paper, in a safe place.',
    },
  ]
}

/** How the login is protected, in one sentence. */
export function protectionSentence({ passkeys, code }: Factors, signsInByPassword: boolean): string {
  const factors = [
    passkeys.length === 0 ? null : passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`,
    code === null ? null : 'one-time codes',
  ].filter(label => label !== null)
  if (!signsInByPassword)
    return 'You log in with another provider. A passkey or one-time codes let you confirm it’s you here.'
  if (factors.length === 0)
    return 'Only a password protects your login. Add a passkey or one-time codes below.'
  return `Your login is protected by ${['your password', ...factors.slice(0, -1)].join(', ')} and ${factors.at(-1)}.`
}
