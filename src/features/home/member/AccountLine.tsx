import { Button } from '../../../web/ui/actions/Button.tsx'
import type { WaitingElsewhere } from '../home.contract.ts'
import lines from './Lines.module.css'

/** Another account of the person. Pressing its name makes it the current one, so that what waits there is then on this screen. */
export function AccountLine({ account }: { account: WaitingElsewhere }) {
  const { documentsToSign, questions } = account
  // Fetched only by those who press it.
  const open = async () => (await import('./open-account.ts')).openAccount(account)
  return (
    <li className={lines.line}>
      <span>
        <Button kind="text" isPrinted onPress={() => void open()}>
          {account.accountName}
        </Button>
        <span className={lines.note}>
          Waiting for your {documentsToSign > 0 ? 'signature' : ''}
          {documentsToSign > 0 && questions > 0 ? ' and your ' : ''}
          {questions > 0 ? 'answer' : ''}
        </span>
      </span>
      <span className={lines.count}>{documentsToSign + questions}</span>
    </li>
  )
}
