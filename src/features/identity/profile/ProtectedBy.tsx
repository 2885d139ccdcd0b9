import { clientContext } from '../../../web/client-context/client-context.ts'
import type { Factors } from '../factors.contract.ts'

/** Says how the account is protected, and how to protect it better. */
export function ProtectedBy({ factors }: { factors: Factors | undefined }) {
  // As high as the sentence, so that nothing moves when it comes.
  if (!factors) return <>&nbsp;</>
  const { passkeys, code } = factors
  const ways = [
    passkeys.length === 0 ? null : passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`,
    code === null ? null : 'one-time codes',
  ].filter(way => way !== null)
  if (!clientContext().clientSettings.signsInByPassword)
    return 'You log in with another provider. A passkey or one-time codes let you confirm it’s you here.'
  if (ways.length === 0)
    return 'Your account is protected by a password only. Add a passkey or one-time codes below.'
  return `Your account is protected by ${['your password', ...ways.slice(0, -1)].join(', ')} and ${ways.at(-1)}.`
}
