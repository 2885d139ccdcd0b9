import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { WaitingForSecond } from '../../posting-requests/WaitingForSecond.tsx'
import { type BankMonth, type BankMonthItem, listBankMonthItems } from '../bank-month.contract.ts'
import styles from './Bank.module.css'
import { ExplainDebit } from './ExplainDebit.tsx'

type DebitsToExplainProps = { month: BankMonth; mayExplain: boolean; onDone: (sentence: string) => void }

const shownDebits = 100

/** The debits of a month that no payment and no person explains. */
export function DebitsToExplain({ month: shown, mayExplain, onDone }: DebitsToExplainProps) {
  const { locale } = clientContext().clientSettings
  const { account, month, currency } = shown
  const [chosenId, setChosenId] = useState<string | null>(null)
  const found = useQuery(
    query(listBankMonthItems, {
      params: { account: account.key, month },
      query: { show: 'to-explain', first: shownDebits },
    }),
  )
  if (found.isLoadingError) return <LoadFailure what="The debits" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={3} label="Loading the debits" />
  const { data, meta } = found.data
  const chosen = data.find(({ itemId }) => itemId === chosenId)
  const others = (meta.total ?? data.length) - data.length
  return (
    <section className={styles.parts}>
      {chosen === undefined ? null : (
        <ExplainDebit
          key={chosen.itemId}
          debit={chosen}
          accountName={account.name}
          currency={currency}
          onDone={sentence => {
            setChosenId(null)
            onDone(sentence)
          }}
          onCancel={() => setChosenId(null)}
        />
      )}
      <Table<BankMonthItem>
        caption="Debits to explain"
        columns={[
          {
            key: 'on',
            heading: 'Booked',
            isRowHeading: true,
            cell: ({ on }) => formatDate(on, locale, 'short'),
          },
          {
            key: 'text',
            heading: 'What the bank says',
            cell: ({ counterparty, detail }) =>
              counterparty === null ? detail : `${counterparty}: ${detail}`,
          },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
          },
          ...(data.some(({ transfers }) => transfers.length > 0)
            ? [
                {
                  key: 'transfers',
                  heading: 'May be',
                  cell: ({ transfers: [nearest] }: BankMonthItem) =>
                    nearest === undefined
                      ? null
                      : `A transfer to ${nearest.accountName}, ${formatDate(nearest.on, locale, 'short')}: same amount`,
                },
              ]
            : []),
          ...(mayExplain
            ? [
                {
                  key: 'actions',
                  heading: 'Actions',
                  isHeadingHidden: true,
                  cell: ({ itemId, detail, on, postingRequest }: BankMonthItem) =>
                    postingRequest === null ? (
                      <Button kind="text" onPress={() => setChosenId(itemId)}>
                        Explain
                        <VisuallyHidden>
                          {' '}
                          {`${detail.slice(0, 40)}, ${formatDate(on, locale)}`}
                        </VisuallyHidden>
                      </Button>
                    ) : (
                      <WaitingForSecond request={postingRequest} />
                    ),
                },
              ]
            : []),
        ]}
        rows={data}
        rowKey={({ itemId }) => itemId}
        empty={{ text: 'Every debit is explained.' }}
      />
      {others > 0 ? <p>And {others} more.</p> : null}
    </section>
  )
}
