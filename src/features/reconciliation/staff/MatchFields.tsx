import { dateOf, formatDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { fieldId } from '../../../web/ui/fields/field-props.ts'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { giftDateRule } from '../../contributions/domain/payer.ts'
import { PayerFields } from '../../contributions/staff/PayerFields.tsx'
import { maxMatched } from '../../suspense/domain/suspense-item.ts'
import type { SuspenseItem } from '../reconciliation.contract.ts'
import styles from './Bank.module.css'
import type { Matching, SuspenseDraft } from './suspense-draft.ts'

const payers = (takesIra: boolean) => [
  { value: 'usual' as const, text: 'The donors of the account, or the other sponsor that they announced' },
  {
    value: 'other' as const,
    text: takesIra
      ? inClientEnglish('Someone else, or a company, trust{,} or IRA of a donor')
      : 'Someone else, or a company or trust of a donor',
  },
]

const matchings: readonly { value: Matching; text: string }[] = [
  { value: 'one', text: 'One contribution' },
  { value: 'several', text: 'Several contributions of one payer, also to different funds' },
  { value: 'together', text: 'One contribution, together with other credits' },
]

type MatchFieldsProps = {
  form: FormHandle<SuspenseDraft>
  item: SuspenseItem
  /** The other credits that may belong to the same contribution. */
  others: readonly SuspenseItem[]
  currency: Currency
  takesIra: boolean
}

/** Which contribution money in suspense is, or which ones. */
export function MatchFields({ form, item, others, currency, takesIra }: MatchFieldsProps) {
  const { locale, timeZone } = clientContext().clientSettings
  const { matching } = form.values
  return (
    <>
      <RadioGroup
        label="The credit is"
        choices={matchings.filter(({ value }) => value !== 'together' || others.length > 0)}
        isRequired
        {...form.field('matching')}
      />
      {matching === 'together' ? (
        <OtherCredits form={form} item={item} others={others} currency={currency} />
      ) : null}
      <TextField
        label="Contribution number"
        hint={hints[matching]}
        inputMode="numeric"
        isRequired
        {...form.field('contributionNumber')}
      />
      {matching === 'several' ? <Shares form={form} item={item} currency={currency} /> : null}
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
  )
}

const hints: Readonly<Record<Matching, string>> = {
  one: 'The fund gets the whole amount that the bank credited.',
  several: 'Its fund gets what the parts below leave.',
  together: 'The fund gets the amounts of all these credits.',
}

type PartProps = Pick<MatchFieldsProps, 'form' | 'item' | 'currency'>

/** The other contributions that are a part of the money, and what is left for the first. */
function Shares({ form, item, currency }: PartProps) {
  const { locale } = clientContext().clientSettings
  const { shareCount } = form.values
  const indexes = Array.from({ length: shareCount }, (_, index) => index)
  const leftMinor = indexes.reduce(
    (left, index) => left - (form.values[`shares.${index}.amountMinor`] ?? 0n),
    item.amountMinor,
  )
  return (
    <fieldset id={fieldId('shares')} tabIndex={-1} className={styles.shares}>
      <legend>Other parts</legend>
      {indexes.map(index => {
        const number = form.field(`shares.${index}.contributionNumber`)
        const amount = form.field(`shares.${index}.amountMinor`)
        return (
          <div key={index} className={styles.share}>
            <TextField
              label={`Number of contribution ${index + 2}`}
              inputMode="numeric"
              isShort
              isRequired
              {...number}
              value={number.value ?? ''}
            />
            <MoneyField
              label={`Amount of contribution ${index + 2}`}
              currency={currency}
              maxMinor={maxAmountMinor()}
              isRequired
              {...amount}
              value={amount.value ?? null}
            />
          </div>
        )
      })}
      <p aria-live="polite">
        {leftMinor > 0n
          ? `Left for the first: ${formatMoney(leftMinor, currency, locale)}`
          : 'The parts are more than the bank credited, or leave nothing for the first.'}
      </p>
      <p className={styles.actions}>
        {shareCount < maxMatched ? (
          <Button onPress={() => addShare(form, shareCount)}>Add a part</Button>
        ) : null}
        {shareCount > 1 ? (
          <Button onPress={() => form.set('shareCount', shareCount - 1)}>
            Remove contribution {shareCount + 1}
          </Button>
        ) : null}
      </p>
    </fieldset>
  )
}

/** The fields of a part exist from the start, so that the summary of errors links to them. */
function addShare(form: FormHandle<SuspenseDraft>, index: number): void {
  if (form.values[`shares.${index}.contributionNumber`] === undefined) {
    form.set(`shares.${index}.contributionNumber`, '')
    form.set(`shares.${index}.amountMinor`, null)
  }
  form.set('shareCount', index + 1)
}

/** The credits that are one contribution with this one, and what they are together. */
function OtherCredits({ form, item, others, currency }: PartProps & Pick<MatchFieldsProps, 'others'>) {
  const { locale } = clientContext().clientSettings
  const { value: chosen, onChange } = form.field('otherItemIds')
  const sumMinor = others.reduce(
    (sum, { itemId, amountMinor }) => (chosen.includes(itemId) ? sum + amountMinor : sum),
    item.amountMinor,
  )
  return (
    <fieldset id={fieldId('otherItemIds')} tabIndex={-1} className={styles.shares}>
      <legend>Other credits</legend>
      {others.map(({ itemId, bookedOn, amountMinor, counterparty, detail }) => (
        <Checkbox
          key={itemId}
          name={`credit-${itemId}`}
          value={chosen.includes(itemId)}
          isDisabled={!chosen.includes(itemId) && chosen.length >= maxMatched}
          onChange={isChosen =>
            onChange(isChosen ? [...chosen, itemId] : chosen.filter(each => each !== itemId))
          }
        >
          {formatDate(bookedOn, locale, 'short')}, {formatMoney(amountMinor, currency, locale)}:{' '}
          {counterparty ?? detail}
        </Checkbox>
      ))}
      <p aria-live="polite">Together: {formatMoney(sumMinor, currency, locale)}</p>
    </fieldset>
  )
}
