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
import { entryKinds } from '../../ledger/domain/entry.ts'
import { kindNames } from '../domain/entry-texts.ts'
import styles from './Entries.module.css'
import { type EntryFilter, noFilter } from './entries-view.ts'

type EntryFiltersProps = { filter: EntryFilter; onFilter: (filter: EntryFilter) => void }

/** The filters beside the keywords. The form holds a draft; submitting it changes the URL. */
export function EntryFilters({ filter, onFilter }: EntryFiltersProps) {
  const [draft, setDraft] = useState(filter)
  const [charityClass, setCharityClass] = useState(filter.charityClass ?? '')
  const [batch, setBatch] = useState(filter.batchNumber?.toString() ?? '')
  // Typed text that is no amount or date goes with the filters.
  const [clearings, setClearings] = useState(0)
  const { clientSettings, currentDbHeader } = clientContext()
  const today = asIsoDate(clientSettings.today)
  const { locale } = clientSettings
  const typedClass = charityClass.trim().toUpperCase()
  const isClass = classStart.safeParse(typedClass).success
  const isBatch = /^[1-9]\d{0,8}$/.test(batch.trim())
  const hasWrongBatch = batch.trim() !== '' && !isBatch
  return (
    <search>
      <form
        noValidate
        className={styles.filters}
        onSubmit={event => {
          event.preventDefault()
          // A field that cannot be read has its sentence beside it.
          const [unreadable] = event.currentTarget.querySelectorAll<HTMLInputElement>(
            'input:invalid, input[aria-invalid="true"]',
          )
          if (unreadable) unreadable.focus()
          else
            onFilter({
              ...draft,
              keywords: filter.keywords,
              charityClass: isClass ? typedClass : null,
              batchNumber: isBatch ? Number(batch.trim()) : null,
            })
        }}
      >
        <Select
          label="Type"
          name="kind"
          value={draft.kind ?? ''}
          choices={[
            { value: '', text: 'Any' },
            ...entriesOf(kindNames).map(([value, name]) => ({ value, text: localEnglish(name, locale) })),
          ]}
          onChange={value => setDraft({ ...draft, kind: entryKinds.find(kind => kind === value) ?? null })}
        />
        {locale === 'en-US' ? (
          <TextField
            label="Class of the charity (NTEE)"
            name="class"
            autoComplete="off"
            value={charityClass}
            errors={typedClass !== '' && !isClass ? ['Enter the beginning of a code, such as P30'] : []}
            onChange={setCharityClass}
          />
        ) : (
          <Select
            label="Register of the charity"
            name="register"
            value={draft.register ?? ''}
            choices={[
              { value: '', text: 'Any' },
              ...charityRegisters.map(value => ({ value, text: charityRegisterNames[value] })),
            ]}
            onChange={value =>
              setDraft({ ...draft, register: charityRegisters.find(each => each === value) ?? null })
            }
          />
        )}
        <MoneyField
          key={`amount ${clearings}`}
          label="Amount"
          name="amount"
          currency={currentDbHeader}
          maxMinor={maxAmountMinor()}
          value={draft.amountMinor}
          errors={[]}
          onChange={amountMinor => setDraft({ ...draft, amountMinor })}
        />
        <TextField
          label="Batch"
          name="batch"
          inputMode="numeric"
          autoComplete="off"
          value={batch}
          errors={hasWrongBatch ? ['Enter the number of a batch, such as 5001'] : []}
          onChange={setBatch}
        />
        <Select
          label="Days are those of"
          name="day"
          value={draft.day}
          choices={keysOf(dayLabels).map(value => ({ value, text: dayLabels[value] }))}
          onChange={value => setDraft({ ...draft, day: value === 'posted' ? 'posted' : 'effective' })}
        />
        <div className={styles.dates}>
          <DateRangePicker
            key={`dates ${clearings}`}
            label="Date range"
            name="dates"
            value={draft.dates}
            {...(today === null ? {} : { latest: today })}
            onChange={dates => setDraft({ ...draft, dates })}
          />
        </div>
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            Show entries
          </Button>
          <Button
            kind="text"
            onPress={() => {
              setClearings(clearings + 1)
              setDraft(noFilter)
              setBatch('')
              setCharityClass('')
              onFilter(noFilter)
            }}
          >
            Clear filters
          </Button>
        </div>
      </form>
    </search>
  )
}

const dayLabels = { effective: 'The books', posted: 'Posting' } as const
