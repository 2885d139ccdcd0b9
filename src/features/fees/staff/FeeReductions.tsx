import { useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { queryList, refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { useFilteredList } from '../../../web/list/use-filtered-list.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import {
  confirmFeeReduction,
  endFeeReduction,
  type FeeReduction,
  listFeeReductions,
} from '../fee-reductions.contract.ts'
import { feeReductionsList } from '../fee-reductions.list.ts'
import type { FeeScheduleReply } from '../fees.contract.ts'
import { EnterReduction } from './EnterReduction.tsx'
import styles from './Fees.module.css'

type FeeReductionsProps = { schedules: readonly FeeScheduleReply[]; currency: Currency; mayPost: boolean }

/** Waivers and reductions by fund: one person enters, another confirms. */
export function FeeReductions({ schedules, currency, mayPost }: FeeReductionsProps) {
  const [isOpen, setOpen] = useState(false)
  const { about } = useFilteredList(
    feeReductionsList,
    { what: 'The reductions', name: 'reduction-filter', label: 'Filter the reductions by account' },
    (search, view) => queryList(listFeeReductions, { query: search }, view),
  )
  return (
    <section className={styles.list}>
      <h2>Waivers and reductions</h2>
      <ListTable
        {...about}
        what="reductions"
        caption="Waivers and reductions"
        currency={currency}
        rowKey={({ reductionId }) => reductionId}
        empty={{ text: 'Every fund pays its whole fee.' }}
        actionsAfter={[{ key: 'actions', heading: 'Actions', cell: row => <Actions reduction={row} /> }]}
      />
      {mayPost && schedules.length > 0 ? (
        <Disclosure heading="Waive or reduce a fee" level={3} isOpen={isOpen} onToggle={setOpen}>
          <EnterReduction
            schedules={schedules}
            onDone={() => {
              setOpen(false)
              void refreshAll()
            }}
          />
        </Disclosure>
      ) : null}
    </section>
  )
}

function Actions({ reduction }: { reduction: FeeReduction }) {
  const { reductionId, accountName, mayConfirm, mayEnd, status } = reduction
  const [isPending, setPending] = useState(false)
  const decide = async (endpoint: typeof confirmFeeReduction | typeof endFeeReduction, sentence: string) => {
    setPending(true)
    try {
      await call(endpoint, {
        params: { reductionId },
        body: { data: { type: 'command', attributes: {} } },
      })
      showToast({ className: 'success', header: sentence })
    } catch (failure) {
      showFailure(failure)
    } finally {
      setPending(false)
      void refreshAll()
    }
  }
  const hidden = <VisuallyHidden> the reduction of {accountName}</VisuallyHidden>
  return (
    <div className={styles.actions}>
      {mayConfirm ? (
        <Button
          isPending={isPending}
          onPress={() => void decide(confirmFeeReduction, `Confirmed the reduction of ${accountName}.`)}
        >
          Confirm{hidden}
        </Button>
      ) : null}
      {mayEnd ? (
        <Button
          kind="text"
          isPending={isPending}
          onPress={() => void decide(endFeeReduction, `Ended the reduction of ${accountName}.`)}
        >
          {status === 'waiting' ? 'Withdraw' : 'End today'}
          {hidden}
        </Button>
      ) : null}
    </div>
  )
}
