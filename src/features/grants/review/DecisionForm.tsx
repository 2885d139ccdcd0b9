import { useState } from 'react'
import * as z from 'zod/mini'
import {
  maxMessageLength,
  missingMessageToDonor,
  missingReason,
  requiredMessage,
} from '../../../contract/required-text.ts'
import { typedText } from '../../../contract/typed-text.ts'
import { formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { fieldErrorsOf } from '../../../web/form/field-errors.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { asksAboutControl, controlRefusal, missingControlAnswer } from '../domain/supported-control.ts'
import { ConfirmCommand } from './ConfirmCommand.tsx'
import { type ControlAnswer, ControlField } from './ControlField.tsx'
import { type CommandName, commandLabels } from './commands.ts'
import { ReturnChoice } from './ReturnChoice.tsx'
import { ReturnFields } from './ReturnFields.tsx'
import { completeReturn, noReturn, noReturnSchema, type ReturnDraft, returnSchema } from './return-draft.ts'
import {
  approveGrant,
  askAboutGrant,
  clearGrant,
  holdGrant,
  reissueGrant,
  rejectGrant,
  releaseGrant,
  reopenGrant,
  reserveGrant,
  returnGrant,
  reverseReturn,
  voidGrant,
  voidPayment,
} from './staff-commands.contract.ts'
import type { StaffGrant } from './staff-grants.contract.ts'
import { notConfirmed, useConfirmation } from './use-confirmation.ts'

type DecisionFormProps = {
  command: CommandName
  grant: StaffGrant
  onSaved: (grant: StaffGrant) => void
  onFailed: (failure: unknown) => void
}

type Decided = ReturnDraft & {
  reason: string
  message: string
  controlsSupported: ControlAnswer | null
  /** The return that is taken back, by its entry. */
  entryId: string
}

const textSchema = (missing: string | null) =>
  missing === null ? typedText(maxMessageLength) : requiredMessage(missing)

/**
 * One step of a grant (§13). Only staff and auditors see the internal note; an approval requires it when the register's data alone does not
 * make the charity eligible. The donor receives the message.
 */
export function DecisionForm({ command, grant, onSaved, onFailed }: DecisionFormProps) {
  const { title, submit, reason, message } = commandLabels[command]
  const needsEvidence = command === 'approve' && grant.eligibility?.outcome === 'person'
  const asksControl = command === 'approve' && asksAboutControl(grant.eligibility)
  const missingMessage = command === 'ask' ? 'Write the question' : missingMessageToDonor
  const leftMinor = grant.amountMinor - grant.returnedMinor
  const confirmation = useConfirmation()
  const { locale } = clientContext().clientSettings
  const left = formatMoney(leftMinor, grant.currency, locale)
  const [question, setQuestion] = useState<string | null>(null)
  const form = useForm<Decided, Decided, StaffGrant>({
    schema: z.object({
      reason: textSchema(
        needsEvidence ? 'Enter the evidence that you rely on' : reason === 'required' ? missingReason : null,
      ),
      message: textSchema(message === 'required' ? missingMessage : null),
      ...(command === 'return' ? returnSchema(leftMinor, left) : noReturnSchema),
      controlsSupported: controlSchema(asksControl),
      entryId: z.string(),
    }),
    // In the order of the fields, which is that of the error summary.
    initial: {
      ...noReturn,
      controlsSupported: null,
      entryId: grant.returns.at(-1)?.entryId ?? '',
      reason: '',
      message: '',
    },
    save: async decided => {
      if (!(await confirmation.ask())) throw notConfirmed
      return await sendCommand(command, grant, decided).catch((failure: unknown) => {
        const asked = fieldErrorsOf(failure)?.isAnother
        if (asked) setQuestion(asked.join(' '))
        throw failure
      })
    },
    onSaved,
    onFailure: failure => {
      if (failure !== notConfirmed) onFailed(failure)
    },
  })
  return (
    <Form form={form} label={title}>
      {command === 'return' ? (
        <ReturnFields
          form={form}
          currency={grant.currency}
          leftMinor={leftMinor}
          question={question}
          onChange={() => {
            form.set('isAnother', false)
            setQuestion(null)
          }}
        />
      ) : null}
      {command === 'reverseReturn' ? (
        <ReturnChoice grant={grant} field={form.field('entryId')} locale={locale} />
      ) : null}
      {asksControl ? <ControlField {...form.field('controlsSupported')} /> : null}
      {reason === 'none' ? null : (
        <TextArea
          label={reason === 'required' ? 'Reason' : 'Internal note'}
          hint={noteHint(needsEvidence, reason === 'required')}
          maxLength={maxMessageLength}
          isRequired={needsEvidence || reason === 'required'}
          {...form.field('reason')}
        />
      )}
      {message === 'none' ? null : (
        <TextArea
          label={command === 'ask' ? 'Question to the donor' : 'Message to the donor'}
          hint={`${message === 'required' ? '' : 'Optional. '}The donor reads it on the grant’s page and in the e-mail.`}
          maxLength={maxMessageLength}
          isRequired={message === 'required'}
          {...form.field('message')}
        />
      )}
      <SubmitRow isPending={form.isPending && confirmation.isConfirmed} submitText={submit} isWide />
      <ConfirmCommand
        command={command}
        grant={grant}
        returned={command === 'return' ? form.values : null}
        reversed={
          command === 'reverseReturn'
            ? (grant.returns.find(({ entryId }) => entryId === form.values.entryId) ?? null)
            : null
        }
        confirmation={confirmation}
      />
    </Form>
  )
}

const controlSchema = (isAsked: boolean) =>
  z.nullable(z.enum(['yes', 'no'])).check(
    z.refine(answer => !isAsked || answer !== null, missingControlAnswer),
    z.refine(answer => !isAsked || answer !== 'yes', controlRefusal),
  )

function noteHint(needsEvidence: boolean, isRequired: boolean): string {
  if (needsEvidence)
    return 'The register alone does not show that this charity is eligible. Enter the evidence that you rely on. Only staff and auditors can read it.'
  return isRequired
    ? 'Only staff and auditors can read it.'
    : 'Optional. Only staff and auditors can read it.'
}

const body = <Attributes,>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })

async function sendCommand(
  command: CommandName,
  { grantId, amountMinor, returnedMinor, charityNow }: StaffGrant,
  { reason, message, controlsSupported: control, entryId, ...returned }: Decided,
): Promise<StaffGrant> {
  const params = { grantId }
  const texts = { reason: reason || null, message: message || null }
  const note = { reason: texts.reason }
  switch (command) {
    case 'approve':
      return await call(approveGrant, {
        params,
        body: body({
          ...texts,
          controlsSupported: control === null ? null : control === 'yes',
          payeeSeen: charityNow?.payee?.digest ?? null,
        }),
      })
    case 'ask':
      return await call(askAboutGrant, { params, body: body(texts) })
    case 'reject':
      return await call(rejectGrant, { params, body: body(texts) })
    case 'void':
      return await call(voidGrant, { params, body: body(texts) })
    case 'voidPayment':
      return await call(voidPayment, { params, body: body(texts) })
    case 'return':
      return await call(returnGrant, {
        params,
        body: body({ ...texts, ...completeReturn(returned), remainingMinor: amountMinor - returnedMinor }),
      })
    case 'reverseReturn':
      return await call(reverseReturn, { params, body: body({ entryId, message }) })
    case 'reserve':
      return await call(reserveGrant, { params, body: body(note) })
    case 'hold':
      return await call(holdGrant, { params, body: body(note) })
    case 'release':
      return await call(releaseGrant, { params, body: body(note) })
    case 'clear':
      return await call(clearGrant, { params, body: body(note) })
    case 'reopen':
      return await call(reopenGrant, { params, body: body({ reason }) })
    case 'reissue':
      return await call(reissueGrant, { params, body: body({ reason }) })
  }
}
