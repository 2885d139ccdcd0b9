import { clientContext } from '../../../web/client-context/client-context.ts'
import type { Factors } from '../factors.contract.ts'

/** One sentence that says how safe the sign-in is, and what would make it safer. */
export function ProtectedBy({ factors }: { factors: Factors | undefined }) {
  // As high as the sentence, so that nothing moves when it comes.
  if (!factors) return <>&nbsp;</>
  const { passkeys, code } = factors
  const ways = [
    passkeys.length === 0 ? null : passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`,
    code === null ? null : 'one-time codes',
  ].filter(way => way !== null)
  if (!clientContext().clientSettings.signsInByPassword)
    return 'You log in elsewhere. A passkey or one-time codes confirm here, once more, that it is you.'
  if (ways.length === 0)
    return 'Only your password protects your sign-in. Add a passkey or one-time codes below.'
  return `Your sign-in is protected by ${ways.join(' and ')}, besides your password.`
}
