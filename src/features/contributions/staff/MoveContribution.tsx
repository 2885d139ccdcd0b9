import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { isFundId } from '../../../domain/fund-id.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import type { Contribution } from '../contributions.contract.ts'
import { missingRightFund, moveContribution } from '../corrections.contract.ts'
import type { Payer } from '../domain/payer.ts'
import styles from './Contributions.module.css'
import { PayerFields } from './PayerFields.tsx'
import { draftOf, type PayerDraft, readPayer } from './payer-draft.ts'

type Draft = PayerDraft & {
  toFundId: string
  /** Who gave it. Null: not chosen. */
  payer: 'same' | 'donors' | 'other' | null
  reason: string
}

const facts = z.object({
  toFundId: z.string().check(z.trim(), z.refine(isFundId, missingRightFund)),
  payer: z.custom<Draft['payer']>().check(z.refine(payer => payer !== null, 'Choose who gave it')),
  reason: requiredReason,
})

/** `current`: who gave it, as far as is known now. */
const schemaFor = (current: Payer | null) =>
  z.pipe(
    z.custom<Draft>(),
    z.transform((draft: Draft, { issues }) => {
      const read = z.safeParse(facts, draft)
      for (const { path, message } of read.error?.issues ?? [])
        issues.push({ code: 'custom', path: [...path], message, input: draft })
      const other = draft.payer === 'other' ? readPayer(draft, issues) : null
      if (!read.success || (draft.payer === 'other' && other === null)) return z.NEVER
      const { toFundId, reason } = read.data
      return { toFundId: Number(toFundId), reason, payer: draft.payer === 'same' ? current : other }
    }),
  )

type MoveContributionProps = {
  contribution: Contribution
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Asks a second person to move a contribution to the account that it was for. */
export function MoveContribution({ contribution, onDone, onCancel }: MoveContributionProps) {
  const { contributionId, transactionId, fundId, accountName } = contribution
  const { payer } = contribution
  const form = useForm({
    schema: schemaFor(payer),
    // The fields may be emptied, as in the draft.
    initial: { toFundId: '', payer: null, reason: '', ...draftOf(null) } as Draft,
    save: async attributes =>
      await call(
        moveContribution,
        {
          params: { fundId, contributionId },
          body: { data: { type: 'command', attributes } },
        },
        { fundId },
      ),
    onSaved: () => {
      onDone(`The move of contribution ${transactionId} waits for a second person on the page Requests.`)
      void refreshAll()
    },
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Move a contribution">
        <FormHeading level={2}>
          Move contribution {transactionId} from {accountName}
        </FormHeading>
        <p>
          Someone else has to confirm it. The date of the gift stays, and we e-mail the donors of both
          accounts.
        </p>
        <TextField
          label="ID of the right account"
          inputMode="numeric"
          isShort
          isRequired
          autoComplete="off"
          {...form.field('toFundId')}
        />
        <RadioGroup
          label="Who gave it?"
          hint="They get the receipt."
          choices={[
            ...(payer === null ? [] : [{ value: 'same' as const, text: `${payer.name}, as until now` }]),
            { value: 'donors' as const, text: 'The donors of the right account' },
            { value: 'other' as const, text: 'Someone else' },
          ]}
          isRequired
          {...form.field('payer')}
        />
        {form.values.payer === 'other' ? <PayerFields form={form} takesIra={contribution.takesIra} /> : null}
        <TextArea
          label="Reason"
          hint="For staff. Donors don’t see it."
          maxLength={maxMessageLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText="Ask for the move">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
