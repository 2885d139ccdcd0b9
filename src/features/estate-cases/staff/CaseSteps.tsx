import { useState } from 'react'
import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import { enteredAmount } from '../../../contract/wire.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import {
  type CaseDetails,
  cancelCase,
  caseTexts,
  closeFund,
  distributeCase,
  handOverFund,
  releaseAssets,
} from '../estate-cases.contract.ts'
import styles from './Cases.module.css'
import { ConfirmCase } from './ConfirmCase.tsx'

type Step = keyof CaseDetails['commands']
const steps: readonly { value: Step; text: string }[] = [
  { value: 'confirm', text: 'Confirm' },
  { value: 'distribute', text: 'Distribute' },
  { value: 'release', text: 'Release assets' },
  { value: 'handOver', text: 'Hand over the fund' },
  { value: 'close', text: 'Close the fund' },
  { value: 'cancel', text: 'Cancel the case' },
]

/** The steps that the case allows now, each with its form, or with the reason why someone else has to do it. */
export function CaseSteps({ details }: { details: CaseDetails }) {
  const [chosen, setChosen] = useState<Step | null>(null)
  const possible = steps.filter(({ value }) => value in details.commands)
  const step = possible.some(({ value }) => value === chosen) ? chosen : null
  if (possible.length === 0) return null
  const refusal = step === null ? null : details.commands[step]
  return (
    <div className={styles.section}>
      <ChoiceBar label="Steps of this case" choices={possible} value={step} onChange={setChosen} />
      {step === null ? null : typeof refusal === 'string' ? (
        <p>{refusal}</p>
      ) : (
        <StepForm key={step} step={step} details={details} />
      )}
    </div>
  )
}

const nothing = { data: { type: 'command' as const, attributes: {} } }

function StepForm({ step, details }: { step: Step; details: CaseDetails }) {
  const { caseId, otherCases } = details
  const params = { caseId }
  switch (step) {
    case 'confirm':
      return <ConfirmCase details={details} />
    case 'cancel':
      return (
        <NoteForm
          onSaved={() => void refreshAll()}
          label="Reason for the cancellation"
          {...(otherCases.some(({ state }) => state === 'opened')
            ? { hint: 'The unconfirmed cases of this person’s other accounts are cancelled too.' }
            : {})}
          submitText="Cancel this case"
          text={requiredReason}
          save={reason =>
            call(cancelCase, { params, body: { data: { type: 'command', attributes: { reason } } } })
          }
        />
      )
    case 'release':
      return <ReleaseForm caseId={caseId} />
    case 'distribute':
      return (
        <OneStep
          text="Transfers take effect immediately. Grants are recommended, then approved and paid by someone else."
          button="Distribute what is due"
          take={() => call(distributeCase, { params, body: nothing })}
        />
      )
    case 'handOver':
      return (
        <OneStep
          text="The successor becomes the donor of this account, which becomes active again."
          button="Hand over the fund"
          take={() => call(handOverFund, { params, body: nothing })}
        />
      )
    case 'close':
      return (
        <OneStep
          text="The fund is empty. It closes, and the case is completed."
          button="Close this fund"
          take={() => call(closeFund, { params, body: nothing })}
        />
      )
  }
}

function OneStep({ text, button, take }: { text: string; button: string; take: () => Promise<unknown> }) {
  const { isPending, run } = usePending()
  return (
    <p className={styles.row}>
      <span>{text}</span>
      <Button
        kind="primary"
        isPending={isPending}
        onPress={() =>
          void run(async () => {
            await take()
            await refreshAll()
          })
        }
      >
        {button}
      </Button>
    </p>
  )
}

function ReleaseForm({ caseId }: { caseId: string }) {
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: z.object({ amountMinor: enteredAmount, reason: caseTexts.released }),
    initial: { amountMinor: null as bigint | null, reason: '' },
    save: attributes =>
      call(
        releaseAssets,
        { params: { caseId }, body: { data: { type: 'command', attributes } } },
        { idempotencyKey },
      ),
    onSaved: () => {
      setKey(crypto.randomUUID())
      void refreshAll()
    },
  })
  return (
    <Form form={form} guardsChanges={false} label="Release assets">
      <MoneyField
        label="Amount now in cash"
        currency={clientContext().currentDbHeader}
        maxMinor={maxAmountMinor()}
        isRequired
        {...form.field('amountMinor')}
      />
      <TextArea label="What was sold, and for how much" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Release these assets" />
    </Form>
  )
}
