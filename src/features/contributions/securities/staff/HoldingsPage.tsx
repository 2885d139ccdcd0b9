import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeading } from '../../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../../web/routing/search-params.ts'
import { useCurrency } from '../../../../web/session/session.ts'
import { ChoiceBar } from '../../../../web/ui/actions/ChoiceBar.tsx'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { HoldingForm, type OpenHoldingForm } from './HoldingForm.tsx'
import { HoldingsTable } from './HoldingsTable.tsx'
import { holdingsSearch, pathOf } from './holdings-view.ts'

const choices = [
  { value: 'held' as const, text: 'Held' },
  { value: 'tasks' as const, text: 'With open tasks' },
  { value: 'all' as const, text: 'All' },
]

/** /super-user-dashboard/excluded-assets: assets that were received at gift value, until they are sold or released. */
export function HoldingsPage() {
  const shown = useSearchParams(holdingsSearch)
  const navigate = useNavigate()
  const currency = useCurrency()
  const [form, setForm] = useState<OpenHoldingForm | null>(null)
  const [done, setDone] = useState<string | null>(null)
  return (
    <>
      <PageHeading
        title="Excluded Assets"
        isAboveList
        lead="Securities and other assets at gift value, until they are sold or released"
      >
        Excluded Assets
      </PageHeading>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      {form === null ? null : (
        <HoldingForm
          key={`${form.kind} ${form.holding.holdingId}`}
          form={form}
          currency={currency}
          onDone={sentence => {
            setForm(null)
            setDone(sentence)
          }}
          onCancel={() => setForm(null)}
        />
      )}
      <HoldingsTable
        key={`${shown.show} ${currency}`}
        shown={shown}
        currency={currency}
        choices={
          <ChoiceBar
            label="Show assets"
            choices={choices}
            value={shown.show}
            onChange={show => void navigate({ to: pathOf({ ...shown, show }), resetScroll: false })}
          />
        }
        onOpen={next => {
          setDone(null)
          setForm(next)
        }}
      />
    </>
  )
}
