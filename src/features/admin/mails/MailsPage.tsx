import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { refreshEverywhere } from '../../../web/api/refresh-everywhere.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import {
  listMails,
  type MailState,
  mailStates,
  maxMailsShown,
  resendMail,
  type StoredMail,
} from '../../mails/mails.contract.ts'
import { DashboardNavigation } from '../DashboardNavigation.tsx'
import styles from './MailsPage.module.css'
import { MailsTable } from './MailsTable.tsx'

const titles: Record<MailState, string> = { failed: 'Not delivered', waiting: 'Waiting', sent: 'Sent' }
const choices = mailStates.map(value => ({ value, text: titles[value] }))

/** The URL holds the view. Invalid values fall back to the default. */
const searchSchema = z.object({ state: z.catch(z.enum(mailStates), 'failed') })

/** The portal's e-mails to people: staff see what could not be delivered, and send it again. */
export function MailsPage() {
  const { state } = useSearchParams(searchSchema)
  const navigate = useNavigate()
  const mails = useQuery(query(listMails, { query: { state } }))
  const [sending, setSending] = useState<string | null>(null)
  const sendAgain = async ({ mailId, to }: StoredMail) => {
    setSending(mailId)
    try {
      await call(resendMail, { params: { mailId }, body: { data: { type: 'command', attributes: {} } } })
      showToast({
        header: 'Sending again',
        message: `We’re sending the message to ${to} again. It leaves this list when the mail server accepts it.`,
        className: 'notice',
      })
    } catch (failure) {
      showFailure(failure)
    }
    setSending(null)
    await refreshEverywhere()
  }
  return (
    <>
      <PageHeading
        title="Messages"
        lead="E-mails that the portal sends to people. It retries a failed one for about three days."
      >
        Messages
      </PageHeading>
      <DashboardNavigation current="messages" />
      <ChoiceBar
        label="Show messages"
        choices={choices}
        value={state}
        onChange={next =>
          void navigate({ to: paths.mails(next === 'failed' ? undefined : next), resetScroll: false })
        }
      />
      {mails.data ? (
        <section aria-label={titles[state]} className={styles.list}>
          <p role="status">{countLabel(mails.data.data.length, mails.data.meta.total, state)}</p>
          <MailsTable
            mails={mails.data.data}
            caption={titles[state]}
            empty={emptyTexts[state]}
            sending={sending}
            onSendAgain={mail => void sendAgain(mail)}
          />
        </section>
      ) : mails.isError ? (
        <LoadFailure what="The list of messages" requests={[mails]} />
      ) : (
        <Skeleton shape="table" lines={8} label="Loading the messages" />
      )}
    </>
  )
}

const emptyTexts: Record<MailState, string> = {
  failed: 'Every message was delivered. One that fails will appear here.',
  waiting: 'No messages are waiting to be sent.',
  sent: 'No messages have been sent yet.',
}

function countLabel(shown: number, total: number, state: MailState): string {
  if (shown === 0) return ''
  if (state === 'sent') return shown === maxMailsShown ? `The newest ${shown} messages` : ''
  if (total > shown) return `The newest ${shown} of ${total} messages`
  return total === 1 ? '1 message' : `${total} messages`
}
