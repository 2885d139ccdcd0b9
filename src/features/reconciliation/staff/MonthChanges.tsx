import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import type { BankMonth } from '../bank-month.contract.ts'
import { bankItemLabel, bookedKinds } from '../domain/bank-items.ts'

type Signed = NonNullable<BankMonth['signed']>
type Change = Signed['changes'][number]
type MonthChangesProps = { signed: Signed; currency: Currency }

/** What is different since a month was signed off. */
export function MonthChanges({ signed: { changes }, currency }: MonthChangesProps) {
  const { locale } = clientContext().clientSettings
  const money = (amountMinor: bigint) => <Money amountMinor={amountMinor} currency={currency} />
  const bookedMinor = changes
    .filter(({ what }) => bookedKinds.some(kind => kind === what))
    .reduce((sum, { beforeMinor, nowMinor }) => sum + nowMinor - beforeMinor, 0n)
  const labelOf = ({ what }: Change) =>
    what === 'opening'
      ? 'Opening balance'
      : what === 'closing'
        ? 'Closing balance by the bank'
        : bankItemLabel(what, locale)
  return (
    <section>
      <Alert kind={bookedMinor === 0n ? 'information' : 'caution'}>
        <p>
          {bookedMinor === 0n
            ? 'Items of this month have been decided since it was signed off. What the bank booked adds up to the same.'
            : 'The bank’s files have added lines to this month since it was signed off. Find out why.'}
        </p>
      </Alert>
      <Table<Change>
        caption="Different since the sign-off"
        columns={[
          { key: 'what', heading: 'Item', isRowHeading: true, cell: labelOf },
          {
            key: 'before',
            heading: 'As signed off',
            isNumeric: true,
            cell: ({ beforeMinor }) => money(beforeMinor),
          },
          { key: 'now', heading: 'Now', isNumeric: true, cell: ({ nowMinor }) => money(nowMinor) },
        ]}
        rows={changes}
        rowKey={({ what }) => what}
        empty={{ text: '' }}
      />
    </section>
  )
}
