import { useEffect, useState } from 'react'
import { auditKinds } from '../../contract/audit-kinds.ts'
import { asIsoDate } from '../../domain/dates.ts'
import { entriesOf } from '../../domain/keys-of.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { DateRangePicker } from '../../web/ui/fields/DateRangePicker.tsx'
import { fieldId } from '../../web/ui/fields/field-props.ts'
import { Select } from '../../web/ui/fields/Select.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import styles from './AuditPage.module.css'
import { type AuditFilter, noFilter } from './audit-view.ts'

type AuditFiltersProps = {
  filter: AuditFilter
  addressErrors: readonly string[]
  onFilter: (filter: AuditFilter) => void
}

const kinds = entriesOf(auditKinds)
const choices = () => [
  { value: 'all' as const, text: 'All events' },
  ...kinds.map(([value, text]) => ({ value, text: inClientEnglish(text) })),
]

/** The filters beside the search of persons. The form holds a draft; submitting it changes the URL. */
export function AuditFilters({ filter, addressErrors, onFilter }: AuditFiltersProps) {
  const filterKey = JSON.stringify(filter)
  const [draft, setDraft] = useState(filter)
  // Typed text that is no date goes with the filters.
  const [clearings, setClearings] = useState(0)
  const [draftKey, setDraftKey] = useState(filterKey)
  if (draftKey !== filterKey) {
    setDraftKey(filterKey)
    setDraft(filter)
  }
  const hasErrors = addressErrors.length > 0
  useEffect(() => {
    if (hasErrors) document.getElementById(fieldId('address'))?.focus()
  }, [hasErrors])
  const set = (change: Partial<AuditFilter>) => setDraft({ ...draft, ...change })
  const today = asIsoDate(clientContext().clientSettings.today)
  return (
    <search>
      <form
        noValidate
        className={styles.filters}
        onSubmit={event => {
          event.preventDefault()
          // A date that is none has its sentence at its field.
          const [unreadable] = event.currentTarget.querySelectorAll<HTMLInputElement>('input:invalid')
          if (unreadable) unreadable.focus()
          else onFilter({ ...draft, person: filter.person })
        }}
      >
        <Select
          label="Event"
          name="kind"
          value={draft.kind ?? 'all'}
          choices={choices()}
          onChange={kind => set({ kind: kind === 'all' ? null : kind })}
        />
        <TextField
          label="IP address"
          hint="An IP address or a network such as 192.0.2.0/24"
          name="address"
          value={draft.address}
          maxLength={50}
          autoComplete="off"
          errors={addressErrors}
          onChange={address => set({ address })}
        />
        <div className={styles.dates}>
          <DateRangePicker
            key={clearings}
            label="Date range"
            name="dates"
            value={draft.dates}
            {...(today === null ? {} : { latest: today })}
            onChange={dates => set({ dates })}
          />
        </div>
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            Show events
          </Button>
          {filterKey === JSON.stringify(noFilter) ? null : (
            <Button
              kind="text"
              onPress={() => {
                setClearings(clearings + 1)
                onFilter(noFilter)
              }}
            >
              Clear filters
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}
