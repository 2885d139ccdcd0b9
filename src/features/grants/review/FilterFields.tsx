import { useQuery } from '@tanstack/react-query'
import { query } from '../../../web/api/query.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { useCan, useSession } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import styles from './GrantQueue.module.css'
import { amountOf, hasQueueFilter, type QueueFilterProps, unitsOf } from './queue-view.ts'
import { listReviewers } from './staff-grants.contract.ts'

const waitsTexts = [
  { value: '', text: 'Anything' },
  { value: 'staff', text: 'Staff' },
  { value: 'answer', text: 'The donor’s answer' },
  { value: 'funds', text: 'Funds' },
  { value: 'release', text: 'The end of a hold' },
  { value: 'compliance', text: 'A decision about related parties' },
] as const
const ages = ['3', '5', '10', '30'] as const

/** The fields of the filters of a queue. */
export function FilterFields({ view, currency, onView }: QueueFilterProps) {
  return (
    <>
      <div className={styles.filters}>
        <Select
          label="Waiting for"
          name="queue-waits"
          value={view.waits ?? ''}
          choices={waitsTexts}
          onChange={waits => onView({ ...view, waits: waits === '' ? undefined : waits })}
        />
        <Select
          label="Waiting"
          name="queue-age"
          value={view.age ?? ''}
          choices={[
            { value: '', text: 'Any time' },
            ...ages.map(value => ({ value, text: `${value} days or more` })),
          ]}
          onChange={age => onView({ ...view, age: age === '' ? undefined : age })}
        />
        <Select
          label="Eligibility when recommended"
          name="queue-eligibility"
          value={view.eligibility ?? ''}
          choices={[
            { value: '', text: 'Any' },
            { value: 'yes', text: 'Eligible' },
            { value: 'person', text: 'Needs a review' },
          ]}
          onChange={eligibility =>
            onView({ ...view, eligibility: eligibility === '' ? undefined : eligibility })
          }
        />
        <OwnerFilter view={view} currency={currency} onView={onView} />
        <MoneyField
          label="From amount"
          name="queue-from"
          currency={currency}
          maxMinor={maxAmountMinor()}
          wholeUnits
          value={amountOf(view.from)}
          onChange={amount => onView({ ...view, from: unitsOf(amount) })}
        />
        <MoneyField
          label="To amount"
          name="queue-to"
          currency={currency}
          maxMinor={maxAmountMinor()}
          wholeUnits
          value={amountOf(view.to)}
          onChange={amount => onView({ ...view, to: unitsOf(amount) })}
        />
      </div>
      {hasQueueFilter(view) ? (
        <Button
          kind="text"
          onPress={() => onView({ queue: view.queue, view: view.view, keywords: view.keywords })}
        >
          Clear filters
        </Button>
      ) : null}
    </>
  )
}

function OwnerFilter({ view, onView }: QueueFilterProps) {
  const session = useSession()
  const userId = session.state === 'signed-in' ? session.facts.userId : ''
  const mayOwn = useCan('GRANT_APPROVE')
  const found = useQuery({ ...query(listReviewers, {}), enabled: mayOwn })
  const others = (found.data?.data ?? []).filter(person => person.userId !== userId)
  return (
    <Select
      label="Owner"
      name="queue-owner"
      value={view.owner ?? ''}
      choices={[
        { value: '', text: 'Anyone' },
        { value: 'nobody', text: 'Unassigned' },
        ...(mayOwn ? [{ value: userId, text: 'Me' }] : []),
        ...others.map(person => ({ value: person.userId, text: person.name })),
      ]}
      onChange={owner => onView({ ...view, owner: owner === '' ? undefined : owner })}
    />
  )
}
