import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
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
import { bankItemLabel } from '../domain/bank-items.ts'
import { transferSideText } from '../domain/transfer-side.ts'
import styles from './Bank.module.css'
import { WithdrawExplanation } from './WithdrawExplanation.tsx'

type ExplainedDebitsProps = { month: BankMonth; mayWithdraw: boolean; onDone: (sentence: string) => void }

const shownDebits = 100

/** The debits of a month that people have explained, with what they wrote. */
export function ExplainedDebits({ month: shown, mayWithdraw, onDone }: ExplainedDebitsProps) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const { account, month, currency, signed } = shown
  const [chosenId, setChosenId] = useState<string | null>(null)
  const found = useQuery(
    query(listBankMonthItems, {
      params: { account: account.key, month },
      query: { show: 'explained', first: shownDebits },
    }),
  )
  if (found.isLoadingError) return <LoadFailure what="The explained debits" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={3} label="Loading the explained debits" />
  const { data, meta } = found.data
  const chosen = data.find(({ itemId }) => itemId === chosenId)
  const others = (meta.total ?? data.length) - data.length
  return (
    <section className={styles.parts}>
      {chosen?.explanation == null ? null : (
        <WithdrawExplanation
          key={chosen.itemId}
          debit={{ ...chosen, explanation: chosen.explanation }}
          accountName={account.name}
          currency={currency}
          isSigned={signed !== null}
          onDone={sentence => {
            setChosenId(null)
            onDone(sentence)
          }}
          onCancel={() => setChosenId(null)}
        />
      )}
      <Table<BankMonthItem>
        caption="Explained debits"
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
            key: 'explanation',
            heading: 'Explanation',
            cell: ({ kind, note, explanation, otherSide }) => (
              <>
                {bankItemLabel(kind, locale)}: {note}
                {explanation === null
                  ? null
                  : ` (${explanation.byName}, ${formatInstant(explanation.at, clientSettings)})`}
                {otherSide === null ? null : (
                  <p className={styles.otherSide}>Credit: {transferSideText(otherSide, locale)}</p>
                )}
              </>
            ),
          },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
          },
          ...(mayWithdraw
            ? [
                {
                  key: 'actions',
                  heading: 'Actions',
                  isHeadingHidden: true,
                  cell: ({ itemId, detail, on, postingRequest }: BankMonthItem) =>
                    postingRequest === null ? (
                      <Button kind="text" onPress={() => setChosenId(itemId)}>
                        Withdraw
                        <VisuallyHidden>
                          {' '}
                          the explanation of {`${detail.slice(0, 40)}, ${formatDate(on, locale)}`}
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
        empty={{ text: 'No debit has an explanation.' }}
      />
      {others > 0 ? <p>And {others} more.</p> : null}
    </section>
  )
}
