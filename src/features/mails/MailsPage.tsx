import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../web/routing/search-params.ts'
import { ChoiceBar } from '../../web/ui/actions/ChoiceBar.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { MailsTable } from './MailsTable.tsx'
import { type MailState, mailStates, resendMail, type StoredMail } from './mails.contract.ts'
import { mailsSearch, pathOf } from './mails-view.ts'

const titles: Record<MailState, string> = { failed: 'Not delivered', waiting: 'Waiting', sent: 'Sent' }
const choices = mailStates.map(value => ({ value, text: titles[value] }))

/** The portal's e-mails to people: staff see what could not be delivered, and send it again. */
export function MailsPage() {
  const shown = useSearchParams(mailsSearch)
  const { state } = shown
  const navigate = useNavigate()
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
    await refreshAll()
  }
  return (
    <>
      <PageHeading
        title="Sent E-mail"
        isAboveList
        lead="What the portal mailed. A message that fails is tried again for about three days."
      >
        Sent E-mail
      </PageHeading>
      <section aria-label={titles[state]}>
        <MailsTable
          key={state}
          choices={
            <ChoiceBar
              label="Show messages"
              choices={choices}
              value={state}
              onChange={next => void navigate({ to: pathOf({ ...shown, state: next }), resetScroll: false })}
            />
          }
          shown={shown}
          caption={titles[state]}
          empty={emptyTexts[state]}
          sending={sending}
          onSendAgain={mail => void sendAgain(mail)}
        />
      </section>
    </>
  )
}

const emptyTexts: Record<MailState, string> = {
  failed: 'No failed messages.',
  waiting: 'No messages waiting to be sent.',
  sent: 'No messages sent yet.',
}
