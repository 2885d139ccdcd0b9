import * as z from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { enteredAmount } from '../../../contract/wire.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { type Contribution, receiveContribution } from '../contributions.contract.ts'
import type { ContributionMethod } from '../domain/payer.ts'
import { afterReceiving } from './after-receiving.ts'
import { draftOf, type ReceivedDraft, readPayer } from './payer-draft.ts'
import { ReceiveForm } from './ReceiveForm.tsx'

type Draft = ReceivedDraft & { amountMinor: bigint | null }

const facts = z.object({
  amountMinor: enteredAmount,
  giftDate: requiredDate('Enter the date of the gift'),
  effectiveDate: requiredDate('Enter the date from which the account has it'),
  method: z
    .custom<ContributionMethod | null>()
    .check(z.refine(method => method !== null, 'Choose how it came')),
})

const schema = z.pipe(
  z.custom<Draft>(),
  z.transform((draft: Draft, { issues }) => {
    const read = z.safeParse(facts, draft)
    for (const { path, message } of read.error?.issues ?? [])
      issues.push({ code: 'custom', path: [...path], message, input: draft })
    const payer = draft.payer === 'other' ? readPayer(draft, issues) : undefined
    if (!read.success || payer === null || read.data.method === null) return z.NEVER
    return { ...read.data, method: read.data.method, ...(payer === undefined ? {} : { payer }) }
  }),
)

type ReceiveProps = {
  contribution: Contribution
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** The other sponsor that the donor named, who gets an acknowledgement instead of a receipt. */
const sponsorNamed = (name: string | null) =>
  ({ kind: 'sponsor', name: name ?? '', address: null, acceptanceReason: null }) as const

/** Marks a contribution as received, which posts it. Assets other than money have a form of their own. */
export function ReceiveContribution({ contribution, currency, onDone, onCancel }: ReceiveProps) {
  const { contributionId, fundId, amountMinor, methods, announced } = contribution
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  // Another sponsor sends a wire.
  const announcedMethod = announced?.way === 'sponsor' ? 'wire' : announced?.way
  const known = methods.find(method => methods.length === 1 || method === announcedMethod)
  const form = useForm({
    schema,
    // The fields may be emptied, as in the draft.
    initial: {
      amountMinor,
      method: known ?? null,
      giftDate: today,
      effectiveDate: today,
      payer: announced?.way === 'sponsor' ? 'other' : 'donors',
      ...draftOf(announced?.way === 'sponsor' ? sponsorNamed(announced.sentFrom) : null),
    } as Draft,
    save: async attributes =>
      await call(
        receiveContribution,
        { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    ...afterReceiving(contribution, onDone, ({ accountStatus }: Reply<typeof receiveContribution>) =>
      accountStatus === 'Active'
        ? 'was posted.'
        : 'was posted. The account opens when its document is signed and filed.',
    ),
  })
  return (
    <ReceiveForm
      form={form}
      label="Receive a contribution"
      contribution={contribution}
      today={today}
      before={
        <MoneyField
          label="Amount received"
          currency={currency}
          maxMinor={maxAmountMinor()}
          isRequired
          {...form.field('amountMinor')}
        />
      }
      onCancel={onCancel}
    />
  )
}
