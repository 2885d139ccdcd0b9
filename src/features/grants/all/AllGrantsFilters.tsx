import { useState } from 'react'
import { asIsoDate } from '../../../domain/dates.ts'
import { entriesOf, keysOf } from '../../../domain/keys-of.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { DateRangePicker } from '../../../web/ui/fields/DateRangePicker.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { classStart } from '../../charities/domain/charity-class.ts'
import { charityRegisterNames, charityRegisters } from '../../charities/domain/charity-register.ts'
import { grantStatuses } from '../domain/grant-status.ts'
import { paymentLabel, paymentMethods } from '../domain/payment-label.ts'
import { purposeCodes, purposeLabel } from '../domain/purpose.ts'
import styles from './AllGrants.module.css'
import { type AllGrantsView, isFilteredView } from './all-grants-view.ts'

type AllGrantsFiltersProps = { view: AllGrantsView; onView: (view: AllGrantsView) => void }

const minorOf = (text: string | undefined) => (text === undefined ? null : BigInt(text))
const textOf = (amountMinor: bigint | null) =>
  amountMinor === null || amountMinor <= 0n ? undefined : amountMinor.toString()

/** The filters beside the keywords. Each changes the URL. */
export function AllGrantsFilters({ view, onView }: AllGrantsFiltersProps) {
  const { clientSettings, currentDbHeader } = clientContext()
  const { locale } = clientSettings
  // Typed text that is no amount or date goes with the filters.
  const [clearings, setClearings] = useState(0)
  const today = asIsoDate(clientSettings.today)
  const [from, to] = [asIsoDate(view.from ?? ''), asIsoDate(view.to ?? '')]
  const oneOf = <Key extends 'status' | 'register' | 'purpose' | 'method'>(
    label: string,
    key: Key,
    choices: readonly { value: string; text: string }[],
  ) => (
    <Select
      label={label}
      name={`all-grants-${key}`}
      value={view[key] ?? ''}
      choices={[{ value: '', text: 'Any' }, ...choices]}
      onChange={value => onView({ ...view, [key]: value === '' ? undefined : value })}
    />
  )
  const amount = (label: string, key: 'fromMinor' | 'toMinor') => (
    <MoneyField
      key={`${key} ${clearings}`}
      label={label}
      name={`all-grants-${key}`}
      currency={currentDbHeader}
      maxMinor={maxAmountMinor()}
      value={minorOf(view[key])}
      onChange={value => onView({ ...view, [key]: textOf(value) })}
    />
  )
  return (
    <div className={styles.filters}>
      {oneOf(
        'Status',
        'status',
        entriesOf(grantStatuses).map(([code, text]) => ({
          value: String(code),
          text: localEnglish(text, locale),
        })),
      )}
      {oneOf(
        'Purpose',
        'purpose',
        purposeCodes.map(value => ({ value, text: purposeLabel(value, locale) })),
      )}
      {oneOf(
        'Payment',
        'method',
        paymentMethods.map(value => ({ value, text: paymentLabel(value, null, locale) })),
      )}
      <Select
        label="Days are those of"
        name="all-grants-day"
        value={view.day ?? 'recommended'}
        choices={keysOf(dayLabels).map(value => ({ value, text: dayLabels[value] }))}
        onChange={day => onView({ ...view, day: day === 'paid' ? 'paid' : undefined })}
      />
      <div className={styles.dates}>
        <DateRangePicker
          key={`dates ${clearings}`}
          label="Date range"
          name="all-grants-dates"
          value={from !== null && to !== null && from <= to ? { from, to } : null}
          {...(today === null ? {} : { latest: today })}
          onChange={dates => onView({ ...view, from: dates?.from, to: dates?.to })}
        />
      </div>
      {amount('From amount', 'fromMinor')}
      {amount('To amount', 'toMinor')}
      {locale === 'en-US' ? (
        <TextField
          label="Class of the charity (NTEE)"
          name="all-grants-class"
          autoComplete="off"
          value={view.class ?? ''}
          onChange={text => {
            const typed = text.trim().toUpperCase()
            onView({ ...view, class: classStart.safeParse(typed).success ? typed : undefined })
          }}
        />
      ) : (
        oneOf(
          'Register of the charity',
          'register',
          charityRegisters.map(value => ({
            value,
            text: charityRegisterNames[value],
          })),
        )
      )}
      <TextField
        label="Payment run"
        name="all-grants-run"
        inputMode="numeric"
        autoComplete="off"
        value={view.run ?? ''}
        onChange={text =>
          onView({ ...view, run: /^[1-9]\d{0,8}$/.test(text.trim()) ? text.trim() : undefined })
        }
      />
      {isFilteredView(view) ? (
        <div className={styles.buttons}>
          <Button
            kind="text"
            onPress={() => {
              setClearings(clearings + 1)
              onView({ ...noFilter, keywords: view.keywords })
            }}
          >
            Clear filters
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const dayLabels = { recommended: 'The recommendation', paid: 'The payment' } as const

const noFilter = {
  ...{
    status: undefined,
    class: undefined,
    register: undefined,
    purpose: undefined,
    method: undefined,
    day: undefined,
    run: undefined,
  },
  ...{ from: undefined, to: undefined, fromMinor: undefined, toMinor: undefined },
}
