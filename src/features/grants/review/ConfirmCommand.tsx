import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import styles from './ConfirmCommand.module.css'
import { type CommandName, commandLabels } from './commands.ts'
import type { StaffGrant } from './staff-grants.contract.ts'
import type { Confirmation } from './use-confirmation.ts'

type ConfirmCommandProps = { command: CommandName; grant: StaffGrant; confirmation: Confirmation }

/** Shows amount, charity and fund again before the command is sent. */
export function ConfirmCommand({ command, grant, confirmation }: ConfirmCommandProps) {
  const { title, question, isDangerous = false } = commandLabels[command]
  return (
    <ConfirmDialog
      title={question}
      isOpen={confirmation.isOpen}
      onCancel={() => confirmation.answer(false)}
      onConfirm={() => confirmation.answer(true)}
      confirmText={title}
      cancelText="Go back"
      isDangerous={isDangerous}
    >
      <p className={styles.amount}>
        <Money amountMinor={grant.amountMinor} currency={grant.currency} size="large" />
      </p>
      <DescriptionList
        items={[
          { term: 'To', description: charityName(grant.charityName) },
          { term: 'From', description: `${grant.accountName}, ${grant.fundId}` },
        ]}
      />
    </ConfirmDialog>
  )
}
