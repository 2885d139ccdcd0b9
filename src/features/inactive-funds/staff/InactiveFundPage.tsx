import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requiredMessage } from '../../../contract/required-text.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { query, refreshAll } from '../../../web/api/query.ts'
import { saveFromLink } from '../../../web/api/save-from-link.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { StaffRecordPage } from '../../../web/routing/StaffRecordPage.tsx'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Section } from '../../../web/ui/sections/Section.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { roleName } from '../../people/domain/relationship-labels.ts'
import { attentionReasons, recordedStepKinds, stepKinds } from '../domain/attention.ts'
import { answerKinds } from '../domain/default-grant-rules.ts'
import {
  downloadInactiveFundLetter,
  getInactiveFund,
  type InactiveFundDetails,
  type InactiveFundStep,
  missingNote,
  recordInactiveFundStep,
  sendInactiveFundLetter,
} from '../inactive-funds.contract.ts'
import { DefaultGrants } from './DefaultGrants.tsx'

/** /super-user-dashboard/inactive-funds/…: why a fund needs attention, its people, what was done, and the sponsor’s default grant. */
export function InactiveFundPage() {
  const { accountId } = useScreenParams('/super-user-dashboard/inactive-funds/$accountId')
  const found = useQuery(query(getInactiveFund, { params: { accountId } }))
  return (
    <StaffRecordPage
      found={found}
      title="Inactive Fund"
      what="fund"
      list={{ title: 'Inactive Funds', to: staffPaths.inactiveFunds() }}
      heading={details => details.accountName}
    >
      {details => (
        <>
          <Facts details={details} />
          <Actions details={details} />
          <Steps accountId={accountId} steps={details.steps} />
          <DefaultGrants details={details} />
        </>
      )}
    </StaffRecordPage>
  )
}

function Facts({ details }: { details: InactiveFundDetails }) {
  const { clientSettings, currentDbHeader } = clientContext()
  const { locale } = clientSettings
  const { reasons, people, answer, lastGrantOn, openedOn, termEndsOn } = details
  const day = (date: typeof openedOn) => (date === null ? 'None' : formatDate(date, locale))
  return (
    <DescriptionList
      items={[
        { term: 'Account ID', description: details.fundId },
        {
          term: 'Reasons',
          description:
            reasons.length === 0
              ? 'None: it needs no attention'
              : reasons.map(reason => attentionReasons[reason]).join(', '),
        },
        { term: 'Last grant', description: day(lastGrantOn) },
        { term: 'Opened', description: day(openedOn) },
        {
          term: 'Available',
          description: <Money amountMinor={details.availableMinor} currency={currentDbHeader} />,
        },
        ...people.map(({ name, role, email, address }) => ({
          term: roleName(role, locale),
          description: [name, ...(email === null ? [] : [email]), ...address].map(line => (
            <div key={line}>{line}</div>
          )),
        })),
        ...(termEndsOn === null ? [] : [{ term: 'Term of the last letter', description: day(termEndsOn) }]),
        ...(answer === null
          ? []
          : [
              {
                term: 'Since the last letter',
                description: `${answerKinds[answer.kind]}, ${formatInstant(answer.at, clientSettings)}`,
              },
            ]),
      ]}
    />
  )
}

const recordTexts = {
  call: { label: 'What was said', submitText: 'Record the call' },
  answer: { label: 'What they answered', submitText: 'Record the answer' },
  note: { label: 'Note', submitText: 'Save the note' },
} as const satisfies Record<(typeof recordedStepKinds)[number], { label: string; submitText: string }>

/** The next letter, and what staff did otherwise. */
function Actions({ details: { accountId } }: { details: InactiveFundDetails }) {
  const mayRecord = useCan('DOCUMENT_MANAGE')
  const { isPending, run } = usePending()
  const [kind, setKind] = useState<(typeof recordedStepKinds)[number]>('call')
  if (!mayRecord) return null
  const { label, submitText } = recordTexts[kind]
  const done = (header: string) => {
    showToast({ className: 'success', header })
    void refreshAll()
  }
  const send = async () => {
    await call(sendInactiveFundLetter, {
      params: { accountId },
      body: { data: { type: 'command', attributes: {} } },
    })
    done('The letter was written. It is e-mailed, and stored with the account’s documents.')
  }
  return (
    <Section heading="Record a step">
      <p>
        <Button isPending={isPending} onPress={() => void run(send)}>
          Send a letter
        </Button>
      </p>
      <ChoiceBar
        label="What was done"
        choices={recordedStepKinds.map(value => ({ value, text: stepKinds[value] }))}
        value={kind}
        onChange={setKind}
      />
      <NoteForm
        key={kind}
        label={label}
        submitText={submitText}
        text={requiredMessage(missingNote)}
        save={note =>
          call(recordInactiveFundStep, {
            params: { accountId },
            body: { data: { type: 'command', attributes: { kind, note } } },
          })
        }
        onSaved={() => done('The step was recorded.')}
      />
    </Section>
  )
}

function Steps({ accountId, steps }: { accountId: string; steps: readonly InactiveFundStep[] }) {
  return (
    <Section heading="What was done">
      {steps.length === 0 ? <p>Nothing has been done about this fund yet.</p> : null}
      <ul>
        {steps.map(step => (
          <Step key={step.stepId} accountId={accountId} step={step} />
        ))}
      </ul>
    </Section>
  )
}

function Step({ accountId, step }: { accountId: string; step: InactiveFundStep }) {
  const { isPending, run } = usePending()
  const { clientSettings } = clientContext()
  const { stepId, kind, note, byName, at, fileName } = step
  const save = async (name: string) => {
    const { href } = await call(downloadInactiveFundLetter, { params: { accountId, stepId } })
    saveFromLink(href, name)
  }
  return (
    <li>
      {`${stepKinds[kind]} by ${byName}, ${formatInstant(at, clientSettings)}`}
      {note === null ? null : `: ${note}`}
      {kind !== 'letter' ? null : fileName === null ? (
        '. It is being written.'
      ) : (
        <>
          {' '}
          <Button kind="text" isPending={isPending} onPress={() => void run(() => save(fileName))}>
            Download {fileName}
          </Button>
        </>
      )}
    </li>
  )
}
