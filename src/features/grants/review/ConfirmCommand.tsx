import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import styles from './ConfirmCommand.module.css'
import { type CommandName, commandLabels } from './commands.ts'
import type { ReturnDraft } from './return-draft.ts'
import type { StaffGrant } from './staff-grants.contract.ts'
import type { Confirmation } from './use-confirmation.ts'

type ConfirmCommandProps = {
  command: CommandName
  grant: StaffGrant
  /** What came back, for a return; null for the other commands. */
  returned: ReturnDraft | null
  /** The return that is taken back; null for the other commands. */
  reversed: StaffGrant['returns'][number] | null
  confirmation: Confirmation
}

/** Shows amount, charity and fund again before the command is sent; of a return what came back, not the whole grant. */
export function ConfirmCommand({ command, grant, returned, reversed, confirmation }: ConfirmCommandProps) {
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
        <Money
          amountMinor={returned?.returnedMinor ?? reversed?.amountMinor ?? grant.amountMinor}
          currency={grant.currency}
          size="large"
        />
      </p>
      <DescriptionList
        items={[
          { term: returned || reversed ? 'Returned by' : 'To', description: charityName(grant.charityName) },
          {
            term: returned ? 'Credited to' : reversed ? 'Fund of the grant' : 'From',
            description: `${grant.accountName}, ${grant.fundId}`,
          },
          ...(returned ? factsOf(returned, grant) : []),
          ...(reversed
            ? [
                { term: 'Bank’s reference', description: reversed.reference ?? 'None' },
                {
                  term: 'Day on the statement',
                  description: formatDate(reversed.on, clientContext().clientSettings.locale),
                },
              ]
            : []),
        ]}
      />
    </ConfirmDialog>
  )
}

function factsOf({ returnedMinor, bankReference, returnedOn }: ReturnDraft, grant: StaffGrant) {
  const keptMinor = grant.amountMinor - grant.returnedMinor - (returnedMinor ?? 0n)
  return [
    { term: 'Bank’s reference', description: bankReference },
    {
      term: 'Day on the statement',
      description: returnedOn && formatDate(returnedOn, clientContext().clientSettings.locale),
    },
    {
      term: 'The charity keeps',
      description: <Money amountMinor={keptMinor} currency={grant.currency} />,
    },
  ]
}
