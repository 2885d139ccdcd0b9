import * as z from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { requiredReason } from '../../../contract/required-text.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { dateOf } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { giftDateRule } from '../../contributions/domain/payer.ts'
import { PayerFields } from '../../contributions/staff/PayerFields.tsx'
import { draftOf, type PayerDraft, readPayer } from '../../contributions/staff/payer-draft.ts'
import { type SuspenseEnd, suspenseEnds } from '../../suspense/domain/suspense-item.ts'
import { suspenseEndLabels } from '../domain/suspense-labels.ts'
import { endSuspenseItem, type listSuspenseItems, type SuspenseItem } from '../reconciliation.contract.ts'
import styles from './Bank.module.css'

type Draft = PayerDraft & {
  end: SuspenseEnd | null
  contributionNumber: string
  giftDate: IsoDate | null
  payer: 'usual' | 'other'
  toBook: string | null
  reason: string
}

/** What each end needs besides the reason is checked with it, so that hidden fields need nothing. */
const facts = z
  .object({
    end: z.enum(suspenseEnds, 'Choose what becomes of the money'),
    contributionNumber: z.string().check(z.maxLength(40)),
    giftDate: z.nullable(z.custom<IsoDate>()),
    toBook: z.nullable(z.string()),
    reason: requiredReason,
  })
  .check(
    z.refine(
      ({ end, contributionNumber }) => end !== 'matched' || /^\s*\d{1,12}\s*$/.test(contributionNumber),
      {
        path: ['contributionNumber'],
        error: 'Enter the number of the contribution',
      },
    ),
    z.refine(({ end, giftDate }) => end !== 'matched' || giftDate !== null, {
      path: ['giftDate'],
      error: 'Enter the date of the gift',
    }),
    z.refine(({ end, toBook }) => end !== 'transferred' || toBook !== null, {
      path: ['toBook'],
      error: 'Choose the book',
    }),
  )

const schema = z.pipe(
  z.custom<Draft>(),
  z.transform((draft: Draft, { issues }) => {
    const read = z.safeParse(facts, draft)
    for (const { path, message } of read.error?.issues ?? [])
      issues.push({ code: 'custom', path: [...path], message, input: draft })
    const isOther = draft.end === 'matched' && draft.payer === 'other'
    const payer = isOther ? readPayer(draft, issues) : undefined
    if (!read.success || payer === null) return z.NEVER
    const { end, contributionNumber, giftDate, toBook, reason } = read.data
    return {
      ...{ end, reason },
      contributionNumber: end === 'matched' ? Number(contributionNumber.trim()) : null,
      giftDate: end === 'matched' ? giftDate : null,
      toBook: end === 'transferred' ? toBook : null,
      ...(payer === undefined ? {} : { payer }),
    }
  }),
)

const payers = (takesIra: boolean) => [
  { value: 'usual' as const, text: 'The donors of the account, or the other sponsor that they announced' },
  {
    value: 'other' as const,
    text: takesIra
      ? inClientEnglish('Someone else, or a company, trust{,} or IRA of a donor')
      : 'Someone else, or a company or trust of a donor',
  },
]

type EndSuspenseProps = {
  item: SuspenseItem
  currency: Currency
  books: Reply<typeof listSuspenseItems>['meta']['books']
  takesIra: boolean
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Decides what becomes of money in suspense. */
export function EndSuspense({ item, currency, books, takesIra, onDone, onCancel }: EndSuspenseProps) {
  const { locale, timeZone } = clientContext().clientSettings
  const [suggested] = item.suggestions
  const form = useForm({
    schema,
    initial: {
      end: null,
      contributionNumber: suggested === undefined ? '' : String(suggested.contributionNumber),
      giftDate: item.bookedOn,
      payer: 'usual',
      toBook: null,
      reason: '',
      ...draftOf(null),
      // The fields may be empty, as in the draft.
    } as Draft,
    save: attributes =>
      call(endSuspenseItem, {
        params: { itemId: item.itemId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: ({ postingRequest }) => {
      onDone(
        postingRequest === null
          ? 'The money has left suspense.'
          : 'The money has not left suspense yet. A second person has to confirm it on the page Requests.',
      )
      void refreshAll()
    },
  })
  const { end } = form.values
  return (
    <div className={styles.form}>
      <Form form={form} label="Decide what becomes of money in suspense">
        <FormHeading level={2}>
          {formatMoney(item.amountMinor, currency, locale)}: {item.counterparty ?? item.detail}
        </FormHeading>
        <RadioGroup
          label="What becomes of the money"
          choices={suspenseEnds
            .filter(each => each !== 'transferred' || books.length > 0)
            .map(value => ({ value, text: suspenseEndLabels[value] }))}
          isRequired
          {...form.field('end')}
        />
        {end === 'matched' ? (
          <>
            <TextField
              label="Contribution number"
              hint="The fund gets the whole amount that the bank credited."
              inputMode="numeric"
              isRequired
              {...form.field('contributionNumber')}
            />
            <DateField
              label="Date of the gift"
              hint={inClientEnglish(`${giftDateRule(null, locale)}. It decides the tax year.`)}
              latest={dateOf(new Date(), timeZone)}
              isRequired
              {...form.field('giftDate')}
            />
            <RadioGroup
              label="Who gave it?"
              hint="They get the receipt. If it was received before, its payer stays."
              choices={payers(takesIra)}
              isRequired
              {...form.field('payer')}
            />
            {form.values.payer === 'other' ? <PayerFields form={form} takesIra={takesIra} /> : null}
          </>
        ) : null}
        {end === 'transferred' ? (
          <Select
            label="Book"
            choices={books.map(({ name, title }) => ({ value: name, text: title }))}
            isRequired
            {...form.field('toBook')}
          />
        ) : null}
        <TextArea
          label="Reason"
          hint={
            end === 'returned' || end === 'transferred'
              ? 'Say how and when the money is sent. The portal sends none.'
              : 'For staff.'
          }
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText="Record the decision">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
