import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import type { Column } from '../../web/ui/table/SortHeading.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './MailsPage.module.css'
import { exportMails, listMails, type StoredMail } from './mails.contract.ts'
import { mailsList } from './mails.list.ts'
import { type MailsView, pathOf } from './mails-view.ts'

const filterDelayMs = 200

type MailsTableProps = {
  shown: MailsView
  caption: string
  /** In the toolbar of the list. */
  choices: ReactNode
  empty: string
  /** The mail that is being sent again. */
  sending: string | null
  onSendAgain: (mail: StoredMail) => void
}

export function MailsTable({ shown, caption, choices, empty, sending, onSendAgain }: MailsTableProps) {
  const { state, view, sort } = shown
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const mails = useQuery({
    ...queryList(listMails, { query: { state, keywords, sort } }, view),
    placeholderData: keepPreviousData,
  })
  const hasActions = mails.data?.data.some(({ mayResend }) => mayResend) ?? false
  const show = (next: Partial<MailsView>) =>
    void navigate({ to: pathOf({ ...shown, ...next }), resetScroll: false })
  return (
    <ListTable
      list={mailsList}
      what="messages"
      caption={caption}
      currency={clientContext().currentDbHeader}
      choices={choices}
      filter={{
        name: 'message-filter',
        label: 'Filter messages by recipient or subject',
        value: typed,
        searchedFor: keywords,
        onChange: setTyped,
      }}
      cells={cells}
      actionsAfter={hasActions ? [actions(sending, onSendAgain)] : []}
      rows={mails.data?.data}
      loadFailure={
        mails.isLoadingError ? <LoadFailure what="The list of messages" requests={[mails]} /> : undefined
      }
      rowKey={row => row.mailId}
      sort={sort}
      onSort={next => show({ sort: next === 'createdAt' ? 'createdAt' : '-createdAt' })}
      empty={{ text: empty }}
      {...(mails.data
        ? { view: { ...mails.data.meta, value: view, onChange: next => show({ view: next }) } }
        : {})}
      onExport={(format, about) =>
        downloadFile(exportMails, { query: { state, keywords, sort, format } }, about)
      }
    />
  )
}

const instant = (at: string) => <time dateTime={at}>{formatInstant(at, clientContext().clientSettings)}</time>

const cells: Cells<StoredMail> = {
  createdAt: ({ createdAt }) => instant(createdAt),
  subject: ({ subject, kind }) => (
    <div>
      {subject}
      <span className={styles.note}>{kind}</span>
    </div>
  ),
  to: ({ to, fundId }) => (
    <div>
      <span className={styles.address}>{to}</span>
      {fundId === null ? null : <span className={styles.note}>Account {fundId}</span>}
    </div>
  ),
  state: (mail, shown) => <Status mail={mail}>{shown}</Status>,
}

/** The status of an e-mail, with the time at which it was sent or failed. */
function Status({
  mail: { failedAt, failure, sentAt },
  children,
}: {
  mail: StoredMail
  children: ReactNode
}) {
  return (
    <div>
      {children}
      {sentAt === null ? null : <span className={styles.note}>{instant(sentAt)}</span>}
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
