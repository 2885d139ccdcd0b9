import { clientContext } from '../../../web/client-context/client-context.ts'
import type { Factors } from '../factors.contract.ts'

/** Says how the account is protected, and how to protect it better. */
export function ProtectionSummary({ factors }: { factors: Factors | undefined }) {
  // Reserves the height of the sentence, so that nothing moves when it appears.
  if (!factors) return <>&nbsp;</>
  const { passkeys, code } = factors
  const factorLabels = [
    passkeys.length === 0 ? null : passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`,
    code === null ? null : 'one-time codes',
  ].filter(label => label !== null)
  if (!clientContext().clientSettings.signsInByPassword)
    return 'You log in with another provider. A passkey or one-time codes let you confirm it’s you here.'
  if (factorLabels.length === 0)
    return 'Your account is protected by a password only. Add a passkey or one-time codes below.'
  return `Your account is protected by ${['your password', ...factorLabels.slice(0, -1)].join(', ')} and ${factorLabels.at(-1)}.`
}
