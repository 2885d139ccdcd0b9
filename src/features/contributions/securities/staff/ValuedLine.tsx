import type { Currency } from '../../../../domain/money.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../../web/client-context/client-english.ts'
import { maxAmountMinor } from '../../../../web/client-context/max-amount.ts'
import type { FormHandle } from '../../../../web/form/use-form.ts'
import { DateField } from '../../../../web/ui/fields/DateField.tsx'
import { MoneyField } from '../../../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../../../web/ui/fields/TextField.tsx'
import { Note } from '../../../../web/ui/text/Note.tsx'
import type { Contribution } from '../../contributions.contract.ts'
import { assetText } from '../../domain/contribution.ts'
import styles from '../../staff/Contributions.module.css'
import {
  basesOf,
  basisLabels,
  propertyLabels,
  propertyTypes,
  type ValuationBasis,
  workingOf,
} from '../domain/gift-value.ts'
import { type AssetsDraft, firstBasisOf, type LineField, lineValue, readValuation } from './assets-draft.ts'

type ValuedLineProps = {
  form: FormHandle<AssetsDraft>
  index: number
  asset: Contribution['assets'][number]
  currency: Currency
}

/** A line of assets that arrived: what it is, and the prices that decide its gift value. */
export function ValuedLine({ form, index, asset, currency }: ValuedLineProps) {
  const { locale } = clientContext().clientSettings
  const name = <Field extends LineField>(field: Field) => `lines.${index}.${field}` as const
  const property = lineValue(form.values, index, 'property')
  const basis = lineValue(form.values, index, 'valuation.basis')
  const bases: readonly ValuationBasis[] = basesOf[property]
  const known = readValuation(form.values, index, asset)
  const price = (
    field: (LineField & `${string}high`) | (LineField & `${string}low`) | 'valuation.price',
    label: string,
  ) => <TextField label={label} autoComplete="off" isRequired {...form.field(name(field))} />
  return (
    <fieldset className={styles.asset}>
      <legend>{assetText(asset, locale)}</legend>
      <RadioGroup
        label="What it is"
        choices={propertyTypes.map(value => ({ value, text: propertyLabels[value] }))}
        isRequired
        {...form.field(name('property'))}
        onChange={value => {
          form.set(name('property'), value)
          form.set(name('valuation.basis'), firstBasisOf(value))
        }}
      />
      <TextField
        label={inClientEnglish('ISIN, CUSIP{,} or SEDOL')}
        hint="If it has one. We check its last digit."
        autoComplete="off"
        {...form.field(name('identifier.number'))}
      />
      {bases.length === 1 ? null : (
        <RadioGroup
          label="Valued by"
          choices={bases.map(value => ({ value, text: basisLabels[value] }))}
          isRequired
          {...form.field(name('valuation.basis'))}
        />
      )}
      {basis === 'traded' ? (
        <>
          {price('valuation.prices.high', 'High on the date of the gift')}
          {price('valuation.prices.low', 'Low on the date of the gift')}
        </>
      ) : null}
      {basis === 'neighbors'
        ? (['before', 'after'] as const).map(side => (
            <div key={side}>
              <DateField
                label={`Trading day ${side} the gift`}
                isRequired
                {...form.field(name(`valuation.${side}.date`))}
              />
              <TextField
                label={`Trading days ${side} the gift`}
                hint="1 is the next day of trading."
                inputMode="numeric"
                isRequired
                {...form.field(name(`valuation.${side}.tradingDays`))}
              />
              {price(`valuation.${side}.prices.high`, `High of the day ${side}`)}
              {price(`valuation.${side}.prices.low`, `Low of the day ${side}`)}
            </div>
          ))
        : null}
      {basis === 'net-asset-value' ? (
        <>
          <DateField
            label="Day of the net asset value"
            hint="The date of the gift, or the last day before with a price."
            isRequired
            {...form.field(name('valuation.date'))}
          />
          {price('valuation.price', 'Net asset value of a share')}
        </>
      ) : null}
      {basis === 'appraised' ? (
        <>
          <DateField label="Day of the valuation" isRequired {...form.field(name('valuation.date'))} />
          <MoneyField
            label="Value"
            currency={currency}
            maxMinor={maxAmountMinor()}
            isRequired
            {...form.field(name('valuation.valueMinor'))}
          />
        </>
      ) : null}
      <TextField
        label="Source"
        hint={
          currency === 'GBP'
            ? 'Where the price comes from. Prices are in pounds, not pence.'
            : 'Where the price comes from.'
        }
        isRequired
        {...form.field(name('source'))}
      />
      {known === null
        ? null
        : workingOf(known, asset.quantity, { currency, locale }).map(line => <Note key={line}>{line}</Note>)}
    </fieldset>
  )
}
