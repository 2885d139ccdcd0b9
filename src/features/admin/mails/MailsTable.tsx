import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { type Column, Table } from '../../../web/ui/table/Table.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import type { StoredMail } from '../../mails/mails.contract.ts'
import styles from './MailsPage.module.css'

type MailsTableProps = {
  mails: readonly StoredMail[]
  caption: string
  empty: string
  /** The mail that is being sent again. */
  sending: string | null
  onSendAgain: (mail: StoredMail) => void
}

export function MailsTable({ mails, caption, empty, sending, onSendAgain }: MailsTableProps) {
  const hasActions = mails.some(({ mayResend }) => mayResend)
  return (
    <Table
      caption={`${caption}, newest first`}
      isCaptionHidden
      columns={hasActions ? [...columns, actions(sending, onSendAgain)] : columns}
      rows={mails}
      rowKey={mail => mail.mailId}
      empty={{ text: empty }}
    />
  )
}

const instant = (at: string) => <time dateTime={at}>{formatInstant(at, clientContext().clientSettings)}</time>

const columns: readonly Column<StoredMail>[] = [
  { key: 'when', heading: 'Written', widthRem: 9, cell: ({ createdAt }) => instant(createdAt) },
  {
    key: 'what',
    heading: 'Message',
    isRowHeading: true,
    widthRem: 17,
    cell: ({ subject, kind }) => (
      <div>
        {subject}
        <span className={styles.note}>{kind}</span>
      </div>
    ),
  },
  {
    key: 'to',
    heading: 'To',
    cell: ({ to, fundId }) => (
      <div>
        <span className={styles.address}>{to}</span>
        {fundId === null ? null : <span className={styles.note}>Account {fundId}</span>}
      </div>
    ),
  },
  { key: 'state', heading: 'State', widthRem: 18, cell: mail => <State mail={mail} /> },
]

function State({ mail }: { mail: StoredMail }) {
  const { state, attempts, isRetried, failedAt, failure, sentAt } = mail
  if (sentAt !== null) return <span>Sent {instant(sentAt)}</span>
  if (state === 'expired') return 'Not sent before its link expired. The person can ask for a new one.'
  return (
    <div>
      {state === 'waiting'
        ? 'Waiting to be sent'
        : `Failed ${attempts === 1 ? 'once' : `${attempts} times`}. ${isRetried ? 'The portal tries again.' : 'The portal no longer tries.'}`}
      {failure === null || failedAt === null ? null : (
        <span className={styles.note}>
          {instant(failedAt)}: {failure}
        </span>
      )}
    </div>
  )
}

const actions = (sending: string | null, onSendAgain: (mail: StoredMail) => void): Column<StoredMail> => ({
  key: 'actions',
  heading: 'Actions',
  isHeadingHidden: true,
  widthRem: 8,
  cell: mail =>
    mail.mayResend ? (
      <Button
        onPress={() => onSendAgain(mail)}
        isPending={sending === mail.mailId}
        pendingText="Processing..."
      >
        Send again<VisuallyHidden> to {mail.to}</VisuallyHidden>
      </Button>
    ) : null,
})
