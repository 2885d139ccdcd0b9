import { useState } from 'react'
import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { isFundId } from '../../../domain/fund-id.ts'
import { call } from '../../../web/api/call.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { maxCommentLength } from '../../posting-batches/domain/posting-batch.ts'
import {
  type JournalEntryDetails,
  missingReplacementFund,
  reverseJournalEntry,
} from '../journal-entries.contract.ts'

type ReverseEntryProps = { entry: JournalEntryDetails; onDone: () => void }

export function ReverseEntry({ entry, onDone }: ReverseEntryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure heading="Reverse this entry" isOpen={isOpen} onToggle={setOpen}>
      <p>
        The reversal is posted today and bears the date of this entry. Large amounts, and what you posted
        yourself, take a second person.
      </p>
      <ReversalForm entry={entry} onDone={onDone} />
    </Disclosure>
  )
}

const withReplacement = z.object({
  reason: requiredReason,
  fundId: z.string().check(z.trim(), z.refine(isFundId, missingReplacementFund)),
  amountMinor: z
    .custom<bigint | null>()
    .check(z.refine(amountMinor => amountMinor !== null && amountMinor > 0n, 'Enter an amount above 0')),
  comment: z.string().check(z.maxLength(maxCommentLength)),
})
/** The fields of the entry in its place are not read. */
const reversalOnly = z.object({
  reason: requiredReason,
  fundId: z.string(),
  amountMinor: z.custom<bigint | null>(),
  comment: z.string(),
})

function ReversalForm({ entry, onDone }: ReverseEntryProps) {
  const { entryId, fundId, amountMinor, currency, mayCorrect, transactionId } = entry
  const [isReplaced, setReplaced] = useState(false)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const initialMinor: bigint | null = amountMinor < 0n ? -amountMinor : amountMinor
  const form = useForm({
    schema: isReplaced ? withReplacement : reversalOnly,
    initial: {
      reason: '',
      fundId: fundId?.toString() ?? '',
      // The field may be emptied.
      amountMinor: initialMinor as bigint | null,
      comment: '',
    },
    save: ({ reason, ...typed }) => {
      const replacement =
        isReplaced && typed.amountMinor !== null
          ? {
              fundId: Number(typed.fundId),
              amountMinor: typed.amountMinor,
              comment: typed.comment,
            }
          : null
      return call(
        reverseJournalEntry,
        { params: { entryId }, body: { data: { type: 'command', attributes: { reason, replacement } } } },
        { idempotencyKey },
      )
    },
    onSaved: ({ postingRequest }) => {
      showToast({
        className: 'success',
        header:
          postingRequest === null
            ? `Reversed entry ${transactionId}.`
            : `The reversal of entry ${transactionId} waits for a second person.`,
      })
      onDone()
    },
  })
  return (
    <Form form={form} guardsChanges={false} label="Reverse this entry">
      <TextArea
        label="Why it is reversed"
        hint="Donors read it beside the reversal."
        maxLength={maxMessageLength}
        isRequired
        {...form.field('reason')}
      />
      {mayCorrect ? (
        <Checkbox name="is-replaced" value={isReplaced} onChange={setReplaced}>
          Post the right entry in its place
        </Checkbox>
      ) : null}
      {isReplaced ? (
        <>
          <TextField
            label="Account ID"
            inputMode="numeric"
            isShort
            isRequired
            autoComplete="off"
            {...form.field('fundId')}
          />
          <MoneyField
            label="Amount"
            currency={currency}
            maxMinor={maxAmountMinor()}
            isRequired
            {...form.field('amountMinor')}
          />
          <TextField
            label="Comment (optional)"
            hint="Donors read it. Without one, the comment of this entry is kept."
            maxLength={maxCommentLength}
            {...form.field('comment')}
          />
        </>
      ) : null}
      <SubmitRow isPending={form.isPending} submitText="Reverse the entry" />
    </Form>
  )
}
