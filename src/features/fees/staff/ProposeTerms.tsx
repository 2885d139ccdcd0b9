import { useState } from 'react'
import { formatDate, isoDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { showChange } from '../../settings/staff/show-change.ts'
import { proposalDays } from '../domain/terms-in-force.ts'
import { proposeFeeTerms, type ScheduleTerms } from '../fee-terms.contract.ts'
import type { FeeTermsReply } from '../fees.contract.ts'
import styles from './FeeTerms.module.css'
import { LaterTerms } from './LaterTerms.tsx'
import { TermsPreviewView } from './TermsPreviewView.tsx'
import { TierRows } from './TierRows.tsx'
import { draftOf, readTerms, type TermsDraft, termsSchema } from './terms-draft.ts'

type ProposeTermsProps = { found: ScheduleTerms; onDone: () => void }

/** Proposes terms from a day to come on, beginning with those that hold. What they change can be seen before. */
export function ProposeTerms({ found, onDone }: ProposeTermsProps) {
  const { locale } = clientContext().clientSettings
  const { schedule, title, currency, versions, firstDays } = found
  const [seen, setSeen] = useState<FeeTermsReply | null>(null)
  const { month, quarter } = firstDays
  const first = month[0] ?? null
  // Those that hold then, so that people change what they know.
  const held = versions.findLast(({ terms }) => first !== null && terms.from <= first)?.terms
  const form = useForm<TermsDraft, FeeTermsReply & { reason: string }, ScheduleTerms>({
    schema: termsSchema,
    initial: held ? draftOf(held, (held.every === 'month' ? month : quarter)[0] ?? null, locale) : emptyDraft,
    save: attributes =>
      call(proposeFeeTerms, { params: { schedule }, body: { data: { type: 'command', attributes } } }),
    onSaved: () => {
      onDone()
      void showChange('The terms were proposed. A colleague now has to confirm them.')
    },
  })
  const days = firstDays[form.values.every]
  const { from } = form.values
  const show = () => {
    const { terms } = readTerms(form.values)
    setSeen(terms)
    // It says what is wrong, and sends nothing.
    if (terms === null) void form.submit()
  }
  const now = readTerms(form.values).terms
  return (
    <section className={styles.form}>
      <h2>New terms</h2>
      <Form form={form} label={`New terms: ${title}`}>
        <p>{`Someone else has to confirm them within ${proposalDays} days, before their first day.`}</p>
        <div className={styles.choices}>
          <RadioGroup
            label="Charged"
            choices={[
              { value: 'month', text: 'Each month' },
              { value: 'quarter', text: 'Each quarter' },
            ]}
            {...form.field('every')}
            onChange={every => {
              form.set('every', every)
              if (from === null || !firstDays[every].includes(from))
                form.set('from', firstDays[every][0] ?? null)
            }}
          />
          <RadioGroup
            label="When"
            choices={[
              { value: 'in-arrears', text: 'In arrears, by the balances of the period' },
              { value: 'in-advance', text: 'In advance, by those of the period before' },
            ]}
            {...form.field('charged')}
          />
          <RadioGroup
            label="Excluded assets"
            choices={[
              { value: 'included', text: 'Count' },
              { value: 'left-out', text: 'Do not count' },
            ]}
            {...form.field('excludedAssets')}
          />
        </div>
        <Select
          label="From"
          hint="The first day of a period. Days that have begun keep their terms."
          choices={days.map(day => ({ value: day, text: formatDate(day, locale) }))}
          isRequired
          {...form.field('from')}
          onChange={day => form.set('from', isoDate(day))}
        />
        <LaterTerms versions={versions} from={from} locale={locale} />
        <TierRows form={form} currency={currency} />
        <MoneyField
          label="At least, in a year"
          hint="What a fund with a balance pays in a year. 0: no minimum."
          currency={currency}
          maxMinor={maxAmountMinor()}
          isRequired
          {...form.field('minimumPerYearMinor')}
        />
        <TextArea label="Reason" isRequired {...form.field('reason')} />
        <SubmitRow isPending={form.isPending} submitText="Propose the terms">
          <Button onPress={show}>Show what they change</Button>
          <Button onPress={onDone}>Cancel</Button>
        </SubmitRow>
      </Form>
      {seen !== null && now !== null && isSame(seen, now) ? (
        <TermsPreviewView schedule={schedule} terms={seen} style={{ currency, locale }} />
      ) : null}
    </section>
  )
}

const textOf = (terms: FeeTermsReply): string =>
  JSON.stringify(terms, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
const isSame = (one: FeeTermsReply, other: FeeTermsReply): boolean => textOf(one) === textOf(other)

const emptyDraft: TermsDraft = {
  ...{ every: 'month', charged: 'in-arrears', excludedAssets: 'included', from: null },
  ...{ minimumPerYearMinor: 0n, tiers: 1, reason: '', rate0: '' },
}
