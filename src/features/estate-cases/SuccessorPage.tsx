import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../web/api/call.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { tickedBox } from '../../web/form/required-fields.ts'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { LinkFailure, MissingLink } from '../../web/routing/MailedLink.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { useLinkToken } from '../../web/routing/use-link-token.ts'
import { ChoiceBar } from '../../web/ui/actions/ChoiceBar.tsx'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import styles from './SuccessorPage.module.css'
import {
  acceptance,
  acceptShare,
  declineShare,
  missingAgreement,
  openSuccessorLink,
  type SuccessorShare,
  shareDeclineReason,
} from './successor-share.contract.ts'

/** /successor: the share of a successor, opened by their mailed link (§17). */
export function SuccessorPage() {
  const { token } = useLinkToken()
  return (
    <>
      <PageHeading title="Your Share" lead="The share of a donor-advised fund that you are offered">
        Your Share
      </PageHeading>
      {token === null ? <MissingLink /> : <OpenedLink key={token} token={token} />}
    </>
  )
}

function OpenedLink({ token }: { token: string }) {
  const [answered, setAnswered] = useState<SuccessorShare | null>(null)
  const opened = useQuery({
    queryKey: ['successor-share', token],
    queryFn: ({ signal }) => call(openSuccessorLink, { body: { token } }, { signal }),
    retry: false,
    throwOnError: false,
    refetchOnWindowFocus: false,
  })
  if (opened.isError) return <LinkFailure what="Your share" request={opened} />
  if (!opened.data) return <Skeleton shape="text" lines={8} label="Loading your share" />
  return <Share token={token} share={answered ?? opened.data} onAnswered={setAnswered} />
}

type ShareProps = { token: string; share: SuccessorShare; onAnswered: (share: SuccessorShare) => void }

function Share({ token, share, onAnswered }: ShareProps) {
  const { displayName, locale, support } = clientContext().clientSettings
  const [choice, setChoice] = useState<'accept' | 'decline' | null>(null)
  const part = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    share.shareHundredths / 10_000,
  )
  return (
    <div className={styles.page}>
      <p>
        Dear {share.name}, the donors of {share.accountName} left you{' '}
        {share.isWholeFund ? 'the fund' : `${part} of the fund`}. It is a donor-advised fund: the money
        belongs to {displayName}, and you may recommend which charities receive grants from it. It can’t be
        paid to you.
      </p>
      {share.state === 'ready' ? (
        <Alert kind="success" heading="Thank You" takesFocus={choice !== null}>
          <p>
            You have accepted. We’ll e-mail you an invitation to log in. Your fund will receive its share as
            soon as the fund has been divided.
          </p>
        </Alert>
      ) : null}
      {share.state === 'declined' ? (
        <Alert takesFocus={choice !== null}>
          <p>
            You have declined. We’ll decide who receives your share. If that was a mistake, please call{' '}
            {support.phone}.
          </p>
        </Alert>
      ) : null}
      {share.remaining.length === 0 ? null : (
        <section aria-label="Still to do">
          <h2>Still to do</h2>
          <ul>
            {share.remaining.map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {share.state === 'waiting' ? (
        <ChoiceBar
          label="Your answer"
          choices={[
            { value: 'accept', text: 'Accept' },
            { value: 'decline', text: 'Decline' },
          ]}
          value={choice}
          onChange={setChoice}
        />
      ) : null}
      {share.state === 'waiting' && choice === 'accept' ? (
        <AcceptForm token={token} share={share} onAnswered={onAnswered} />
      ) : null}
      {share.state === 'waiting' && choice === 'decline' ? (
        <DeclineForm token={token} onAnswered={onAnswered} />
      ) : null}
    </div>
  )
}

function AcceptForm({ token, share, onAnswered }: ShareProps) {
  const [first = '', ...others] = share.name.split(' ')
  const form = useForm({
    schema: z.object({
      ...acceptance.shape,
      agrees: tickedBox(missingAgreement),
    }),
    initial: {
      firstName: first,
      lastName: others.join(' '),
      accountName: `${share.name} Fund`,
      agrees: false,
    },
    save: fields => call(acceptShare, { body: { token, ...fields, agrees: true } }),
    onSaved: onAnswered,
  })
  return (
    <Form form={form} label="Accept your share">
      <TextField label="First name" isRequired autoComplete="given-name" {...form.field('firstName')} />
      <TextField label="Last name" isRequired autoComplete="family-name" {...form.field('lastName')} />
      {share.isWholeFund ? null : (
        <TextField label="Name of your fund" isRequired autoComplete="off" {...form.field('accountName')} />
      )}
      <Checkbox {...form.field('agrees')}>
        I accept. I understand that the money in the fund has been given irrevocably, and that I may recommend
        grants to charities from it.
      </Checkbox>
      <SubmitRow isPending={form.isPending} submitText="Accept this share" />
    </Form>
  )
}

function DeclineForm({ token, onAnswered }: Omit<ShareProps, 'share'>) {
  const form = useForm({
    schema: z.object({ reason: shareDeclineReason }),
    initial: { reason: '' },
    save: ({ reason }) => call(declineShare, { body: { token, reason } }),
    onSaved: onAnswered,
  })
  return (
    <Form form={form} guardsChanges={false} label="Decline your share">
      <p>If you decline, you can’t accept this share later on this page.</p>
      <TextArea label="Reason (optional)" {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Decline this share" />
    </Form>
  )
}
