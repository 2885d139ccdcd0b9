import type { Reply } from '../../../contract/endpoint.ts'
import { formatDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { WaitingForSecond } from '../../posting-requests/WaitingForSecond.tsx'
import type { listSuspenseItems, SuspenseItem } from '../reconciliation.contract.ts'
import styles from './Bank.module.css'

export type ItemAction = { itemId: string; name: 'note' | 'end' }

type SuspenseItemsProps = {
  list: Reply<typeof listSuspenseItems>
  /** Null for people who may not post. */
  onAction: ((action: ItemAction) => void) | null
}

/** Money in suspense, oldest first. */
export function SuspenseItems({ list: { data, meta }, onAction }: SuspenseItemsProps) {
  const { locale } = clientContext().clientSettings
  const { total, totalMinor, currency } = meta
  const others = total - data.length
  return (
    <section>
      <Table<SuspenseItem>
        caption="Money in suspense, oldest first"
        columns={[
          {
            key: 'on',
            heading: 'Booked',
            isRowHeading: true,
            cell: ({ bookedOn }) => formatDate(bookedOn, locale, 'short'),
            widthRem: 7.5,
          },
          { key: 'days', heading: 'Days', isNumeric: true, cell: ({ days }) => days },
          { key: 'account', heading: 'Account', cell: ({ accountName }) => accountName },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
          },
          {
            key: 'text',
            heading: 'What the bank says',
            cell: ({ counterparty, detail }) =>
              counterparty === null ? detail : `${counterparty}: ${detail}`,
          },
          ...(data.some(({ suggestions, transfers }) => suggestions.length + transfers.length > 0)
            ? [
                {
                  key: 'suggestions',
                  heading: 'May be',
                  cell: (item: SuspenseItem) => <Suggestions item={item} />,
                },
              ]
            : []),
          ...(data.some(({ note }) => note !== null)
            ? [
                {
                  key: 'note',
                  heading: 'Note',
                  cell: ({ ownerName, note }: SuspenseItem) =>
                    ownerName === null ? null : `${ownerName}: ${note}`,
                },
              ]
            : []),
          ...(onAction === null && data.every(({ postingRequest }) => postingRequest === null)
            ? []
            : [
                {
                  key: 'actions',
                  heading: 'Actions',
                  isHeadingHidden: true,
                  cell: (item: SuspenseItem) => <Actions item={item} onAction={onAction} />,
                },
              ]),
        ]}
        rows={data}
        rowKey={({ itemId }) => itemId}
        empty={{ text: 'All that the bank credited is matched.' }}
      />
      {others === 0 ? null : <p>And {others} more.</p>}
      <p>
        {total === 0
          ? 'No fund has this money before a person decides what becomes of it.'
          : `${total === 1 ? 'One credit' : `${total} credits`}, ${formatMoney(totalMinor, currency, locale)} in total. No fund has this money before a person decides what becomes of it.`}
      </p>
    </section>
  )
}

function Suggestions({ item: { suggestions, transfers } }: { item: SuspenseItem }) {
  const { locale } = clientContext().clientSettings
  if (suggestions.length + transfers.length === 0) return null
  return (
    <ul className={styles.lines}>
      {suggestions.map(({ contributionNumber, accountName, reasons }) => (
        <li key={contributionNumber}>
          Contribution {contributionNumber} to {accountName}: {reasons.join(', ').toLowerCase()}
        </li>
      ))}
      {transfers.map(({ accountName, accountKey, on }) => (
        <li key={`${accountKey} ${on}`}>
          Our own transfer from{' '}
          <Link to={staffPaths.bankMonth(accountKey, on.slice(0, 7))}>
            {accountName}, {formatDate(on, locale, 'short')}
          </Link>
          : same amount. Explain the debit there.
        </li>
      ))}
    </ul>
  )
}

function Actions({ item, onAction }: { item: SuspenseItem } & Pick<SuspenseItemsProps, 'onAction'>) {
  const { itemId, bookedOn, postingRequest, detail } = item
  const { locale } = clientContext().clientSettings
  if (postingRequest !== null) return <WaitingForSecond request={postingRequest} />
  if (onAction === null) return null
  const about = (
    <VisuallyHidden> about {`${detail.slice(0, 40)}, ${formatDate(bookedOn, locale)}`}</VisuallyHidden>
  )
  return (
    <div className={styles.actions}>
      <Button kind="text" onPress={() => onAction({ itemId, name: 'end' })}>
        Decide{about}
      </Button>
      <Button kind="text" onPress={() => onAction({ itemId, name: 'note' })}>
        Add a note{about}
      </Button>
    </div>
  )
}
