import { useState } from 'react'
import { maxMessageLength } from '../../contract/required-text.ts'
import { formatInstant } from '../../domain/dates.ts'
import { call } from '../../web/api/call.ts'
import { queryClient } from '../../web/api/query.ts'
import { saveFromLink } from '../../web/api/save-from-link.ts'
import { showFailure, showSubmitFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/routing/paths.ts'
import { leaveToSign } from '../../web/session/signing-window.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { Entry, EntryList } from '../../web/ui/sections/EntryList.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AccountOpening.module.css'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import {
  type AccountApplication,
  type ApplicationSigner,
  answerQuestion,
  applicationAnswer,
  downloadApplicationDocument,
  sendSigningLink,
  signApplication,
} from './account-opening.contract.ts'
import { applicationQuery } from './application-query.ts'
import { nextSentences, stateLabels } from './domain/application.ts'
import type { ApplicationDraft } from './domain/draft.ts'
import { SupportingDocuments } from './SupportingDocuments.tsx'
import { WithdrawApplication } from './WithdrawApplication.tsx'

/** An application that was sent: the next step, the signatures, and what the caller can do. */
export function SignStep({
  application,
  draft,
}: {
  application: AccountApplication
  draft: ApplicationDraft
}) {
  const { state, message, signers, fundId } = application
  const isGood = state === 'accepted'
  return (
    <>
      <Alert
        kind={isGood ? 'success' : state === 'asked' ? 'caution' : 'information'}
        heading={stateLabels[state]}
      >
        <p>{nextSentences[state]}</p>
        {message === null || (state !== 'asked' && state !== 'declined') ? null : <p>{message}</p>}
        {fundId === null ? null : <p>The account’s ID is {fundId}.</p>}
      </Alert>
      {application.maySign ? <SignNow applicationId={application.applicationId} /> : null}
      {application.mayAnswer ? <AnswerForm applicationId={application.applicationId} /> : null}
      {signers.length === 0 ? null : <SignerList application={application} />}
      <SupportingDocuments application={application} />
      <ApplicationFacts draft={draft} />
      <WithdrawApplication application={application} />
    </>
  )
}

/** Leads to the provider of signatures, as for a pending document. */
function SignNow({ applicationId }: { applicationId: string }) {
  const [isPending, setPending] = useState(false)
  const sign = async () => {
    setPending(true)
    try {
      const body = { data: { type: 'command' as const, attributes: {} } }
      const { meta } = await call(signApplication, { params: { applicationId }, body })
      leaveToSign(meta.url, paths.applicationStep('sign', applicationId))
    } catch (failure) {
      showFailure(failure)
      setPending(false)
    }
  }
  return (
    <p>
      <Button kind="primary" isDisabled={isPending} onPress={() => void sign()}>
        {isPending ? 'Processing...' : 'Read and sign'}
      </Button>
    </p>
  )
}

function AnswerForm({ applicationId }: { applicationId: string }) {
  const form = useForm({
    schema: applicationAnswer,
    initial: { answer: '' },
    save: async attributes =>
      await call(answerQuestion, {
        params: { applicationId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: answered => {
      queryClient.setQueryData(applicationQuery(applicationId).queryKey, answered)
      showToast({ className: 'success', header: 'We have received your answer.' })
    },
    onFailure: showSubmitFailure,
  })
  return (
    <section className={styles.section}>
      <h2>Your answer</h2>
      <p>
        You can add documents below. If something in the application is wrong, change the application instead.
      </p>
      <Form form={form} label="Answer the question">
        <TextArea label="Answer" maxLength={maxMessageLength} isRequired {...form.field('answer')} />
        <SubmitRow isPending={form.isPending} submitText="Send the answer" />
      </Form>
    </section>
  )
}

function SignerList({ application }: { application: AccountApplication }) {
  const { applicationId, signers, reference } = application
  const saveDocument = async () => {
    try {
      const { href } = await call(downloadApplicationDocument, { params: { applicationId } })
      saveFromLink(href, `Application ${reference}.pdf`)
    } catch (failure) {
      showFailure(failure)
    }
  }
  return (
    <section className={styles.section}>
      <h2>Signatures</h2>
      <EntryList>
        {signers.map(signer => (
          <Entry
            key={signer.signerId}
            action={signer.mayRemind ? <SendLink applicationId={applicationId} signer={signer} /> : null}
          >
            {signer.name}
            {signer.isYou ? ' (you)' : ''}
            {signer.isYou && signer.at === null ? null : <p>{stateOf(signer)}</p>}
          </Entry>
        ))}
      </EntryList>
      <p>
        <Button onPress={() => void saveDocument()}>Download the application</Button>
      </p>
    </section>
  )
}

function stateOf({ state, at, reason }: ApplicationSigner): string {
  const { clientSettings } = clientContext()
  if (at === null) return 'We e-mail them how to sign when it is their turn'
  const when = formatInstant(at, clientSettings)
  return state === 'signed' ? `Signed on ${when}` : `Declined on ${when}${reason ? `: ${reason}` : ''}`
}

function SendLink({ applicationId, signer }: { applicationId: string; signer: ApplicationSigner }) {
  const [isSent, setSent] = useState(false)
  const send = async () => {
    try {
      const params = { applicationId, signerId: signer.signerId }
      const body = { data: { type: 'command' as const, attributes: {} } }
      await call(sendSigningLink, { params, body })
      setSent(true)
    } catch (failure) {
      showFailure(failure)
    }
  }
  return (
    <span role="status">
      {isSent ? (
        'A new e-mail is on its way.'
      ) : (
        <Button kind="text" onPress={() => void send()}>
          Send the e-mail again<VisuallyHidden> to {signer.name}</VisuallyHidden>
        </Button>
      )}
    </span>
  )
}
