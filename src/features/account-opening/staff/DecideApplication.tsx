import { useState } from 'react'
import * as z from 'zod/mini'
import { maxMessageLength } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure, showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { tickedBox } from '../../../web/form/required-fields.ts'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { type FieldHandle, useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { applicationMessage } from '../account-opening.contract.ts'
import { missingDuplicateCheck } from '../domain/check-step.ts'
import {
  type AddressChoice,
  type ApplicationReview,
  acceptApplication,
  askApplicant,
  claimApplication,
  type DifferingAddress,
  declineApplication,
} from '../review.contract.ts'
import styles from './Applications.module.css'

type DecideProps = {
  review: ApplicationReview
  onChange: (review: ApplicationReview, sentence: string) => void
  onAccepted: (fundId: number) => void
}

/** The owner of the application, and the commands: accept, ask, decline. */
export function DecideApplication(props: DecideProps) {
  const { review } = props
  const [form, setForm] = useState<'ask' | 'decline' | null>(null)
  const { violation, application } = review
  const isDecidable = violation === null
  return (
    <section className={styles.section}>
      <h2>Decision</h2>
      <Owner {...props} />
      {violation === null ? null : <p>{violation}</p>}
      {isDecidable && application.state === 'submitted' ? <AcceptForm {...props} /> : null}
      {isDecidable && application.state === 'asked' ? (
        <p>A question is open: “{application.message}”</p>
      ) : null}
      {isDecidable && form === null ? (
        <p className={styles.actions}>
          {application.state === 'submitted' ? (
            <Button onPress={() => setForm('ask')}>Ask a question</Button>
          ) : null}
          <Button kind="text" onPress={() => setForm('decline')}>
            Decline
          </Button>
        </p>
      ) : null}
      {isDecidable && form !== null ? (
        <MessageForm key={form} kind={form} onClose={() => setForm(null)} {...props} />
      ) : null}
    </section>
  )
}

function Owner({ review, onChange }: DecideProps) {
  const [isPending, setPending] = useState(false)
  const { owner, isOwn, application } = review
  const claim = async (claims: boolean) => {
    setPending(true)
    try {
      const params = { applicationId: application.applicationId }
      const body = { data: { type: 'command' as const, attributes: { claims } } }
      const next = await call(claimApplication, { params, body })
      onChange(
        next,
        claims ? 'You are now the owner of this application.' : 'This application has no owner now.',
      )
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
  }
  return (
    <p className={styles.actions}>
      <span>{ownerText(review)}</span>
      <Button kind="text" isDisabled={isPending} onPress={() => void claim(!isOwn)}>
        {isOwn ? 'Return to the queue' : owner === null ? 'Claim' : 'Take over'}
      </Button>
    </p>
  )
}

function ownerText({ owner, formerOwner, isOwn }: DecideProps['review']): string {
  if (owner !== null) return `Owner: ${isOwn ? 'you' : owner}.`
  return formerOwner === null
    ? 'No owner yet.'
    : `No owner. It was ${formerOwner}’s, who can’t review applications now.`
}

const noChoices: readonly AddressChoice[] = []

/** The checkbox is required only if there are possible duplicates. */
const acceptSchema = (hasDuplicates: boolean) =>
  z.object({
    hasCheckedDuplicates: hasDuplicates ? tickedBox(missingDuplicateCheck) : z.boolean(),
    needsCountersignature: z.boolean(),
    addresses: z.custom<readonly AddressChoice[]>(),
  })

/** One choice for each donor whose signed address differs from the one on file. */
const withChoices = (schema: ReturnType<typeof acceptSchema>, differing: readonly DifferingAddress[]) =>
  schema.check(({ value: { addresses }, issues }) => {
    const missing = differing.find(({ donor }) => !addresses.some(choice => choice.donor === donor))
    if (!missing) return
    const message = `Choose the address of ${missing.name}`
    issues.push({ code: 'custom', message, path: ['addresses'], input: addresses })
  })

function AcceptForm({ review, onAccepted }: DecideProps) {
  const { application, duplicates, addresses } = review
  const hasDuplicates = duplicates.length > 0
  const form = useForm({
    schema: withChoices(acceptSchema(hasDuplicates), addresses),
    initial: {
      hasCheckedDuplicates: false,
      needsCountersignature: false,
      addresses: noChoices,
    },
    save: async attributes =>
      await call(acceptApplication, {
        params: { applicationId: application.applicationId },
        body: {
          data: { type: 'command', attributes: { ...attributes, addresses: [...attributes.addresses] } },
        },
      }),
    onSaved: ({ fundId }) => {
      onAccepted(fundId)
      void refreshAll()
    },
    onFailure: showSubmitFailure,
  })
  return (
    <Form form={form} guardsChanges={false} label="Accept the application">
      <p>This creates the account with its people and legacy plan, and sends its contribution document.</p>
      {hasDuplicates ? (
        <Checkbox {...form.field('hasCheckedDuplicates')} isRequired>
          I have checked the possible duplicates
        </Checkbox>
      ) : null}
      <Checkbox {...form.field('needsCountersignature')}>
        The contribution document needs our countersignature
      </Checkbox>
      {addresses.map((differing, index) => (
        <AddressField
          key={differing.donor}
          differing={differing}
          {...form.field('addresses')}
          // The summary of errors leads to the first one.
          name={index === 0 ? 'addresses' : `addresses-${index}`}
        />
      ))}
      <SubmitRow isPending={form.isPending} submitText="Accept" />
    </Form>
  )
}

function AddressField({
  differing: { donor, name: person, signed, onFile },
  value,
  onChange,
  ...field
}: FieldHandle<readonly AddressChoice[]> & { differing: DifferingAddress }) {
  return (
    <RadioGroup
      {...field}
      label={`Address of ${person}`}
      hint="The signed address differs from the one on file. The one that you choose is stored for all accounts of this person."
      isRequired
      choices={[
        { value: 'signed', text: `As signed: ${signed}` },
        { value: 'on-file', text: `As on file: ${onFile}` },
      ]}
      value={value.find(choice => choice.donor === donor)?.use ?? null}
      onChange={use => onChange([...value.filter(choice => choice.donor !== donor), { donor, use }])}
    />
  )
}

const kinds = {
  ask: {
    endpoint: askApplicant,
    label: 'Your question',
    submit: 'Send the question',
    done: 'The question was sent. The application returns to the queue when it is answered.',
  },
  decline: {
    endpoint: declineApplication,
    label: 'Message to the applicant',
    submit: 'Decline the application',
    done: 'The application was declined.',
  },
} as const

function MessageForm({
  kind,
  review,
  onChange,
  onClose,
}: DecideProps & { kind: keyof typeof kinds; onClose: () => void }) {
  const { endpoint, label, submit, done } = kinds[kind]
  const { displayName } = clientContext().clientSettings
  const form = useForm({
    schema: applicationMessage,
    initial: { message: '' },
    save: async attributes =>
      await call(endpoint, {
        params: { applicationId: review.application.applicationId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: next => {
      onChange(next, done)
      onClose()
      void refreshAll()
    },
    onFailure: showSubmitFailure,
  })
  return (
    <Form form={form} label={label}>
      <TextArea
        label={label}
        hint={`It is sent in the name of ${displayName} and does not show your name.`}
        maxLength={maxMessageLength}
        isRequired
        {...form.field('message')}
      />
      <SubmitRow isPending={form.isPending} submitText={submit}>
        <CancelButton form={form} onCancel={onClose} />
      </SubmitRow>
    </Form>
  )
}
