import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Select } from '../../web/ui/fields/Select.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { assignHousehold, type DashboardAccount, listHouseholds } from './advisor-dashboard.contract.ts'

/** Moves the selected accounts to one of the person's households, or out of it. */
export function AssignHousehold({
  accounts,
  onDone,
}: {
  accounts: readonly DashboardAccount[]
  onDone: () => void
}) {
  const households = useQuery(query(listHouseholds, {}))
  const [chosen, setChosen] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const choices = [
    ...(households.data?.data.map(({ householdId, name }) => ({ value: householdId, text: name })) ?? []),
    { value: 'none', text: 'No household' },
  ]
  const assign = async () => {
    if (chosen === null) return
    setPending(true)
    try {
      const attributes = {
        householdId: chosen === 'none' ? null : chosen,
        accounts: accounts.map(({ fundId, currency }) => ({ fundId, currency })),
      }
      const done = await call(assignHousehold, { body: { data: { type: 'command', attributes } } })
      const { text } = choices.find(({ value }) => value === chosen) ?? { text: '' }
      showToast({
        header: `${done.accounts === 1 ? '1 account' : `${done.accounts} accounts`} moved to ${chosen === 'none' ? 'no household' : text}.`,
        className: 'success',
      })
      await refreshAll()
      onDone()
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
  }
  if (households.isLoadingError) return <LoadFailure what="Your households" requests={[households]} />
  if (choices.length === 1) return <p>To group these accounts, create a household under “Households”.</p>
  return (
    <>
      <Select
        label="Move the selected accounts to"
        name="assign-household"
        choices={choices}
        value={chosen}
        onChange={setChosen}
      />
      <Button isDisabled={chosen === null || isPending} onPress={() => void assign()}>
        Move accounts
      </Button>
    </>
  )
}
