import { asIsoDate, formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { formatMonth } from '../domain/sign-off.ts'
import type { BankAccount } from '../reconciliation.contract.ts'

type BankAccountsProps = { accounts: readonly BankAccount[]; currency: Currency }

const monthTitle = (month: string, locale: string) => {
  const first = asIsoDate(`${month}-01`)
  return first === null ? month : formatMonth(first, locale)
}

/** The bank accounts with their latest balance, and what nobody has matched. */
export function BankAccounts({ accounts, currency }: BankAccountsProps) {
  const { locale } = clientContext().clientSettings
  const money = (amountMinor: bigint) => <Money amountMinor={amountMinor} currency={currency} />
  const gaps = accounts.flatMap(({ name, gaps: sentences }) => sentences.map(gap => `${name}: ${gap}`))
  return (
    <section>
      {gaps.length === 0 ? null : (
        <Alert kind="caution" heading="Statements are missing">
          {gaps.map(gap => (
            <p key={gap}>{gap}</p>
          ))}
        </Alert>
      )}
      <Table<BankAccount>
        caption="Bank accounts"
        columns={[
          {
            key: 'name',
            heading: 'Account',
            isRowHeading: true,
            cell: ({ name, key, nextMonth }) => <Link to={staffPaths.bankMonth(key, nextMonth)}>{name}</Link>,
          },
          {
            key: 'month',
            heading: 'Signed off until',
            cell: ({ signedMonth }) => (signedMonth === null ? 'Not yet' : monthTitle(signedMonth, locale)),
          },
          {
            key: 'number',
            heading: 'Number',
            cell: ({ bankCode, numberEnd }) => `${bankCode}, ending in ${numberEnd}`,
          },
          {
            key: 'closed',
            heading: 'Latest statement',
            cell: ({ closedOn }) => (closedOn === null ? 'None yet' : formatDate(closedOn, locale, 'short')),
          },
          {
            key: 'balance',
            heading: 'Balance',
            isNumeric: true,
            cell: ({ closingMinor }) => (closingMinor === null ? null : money(closingMinor)),
          },
          {
            key: 'suspense',
            heading: 'In suspense',
            isNumeric: true,
            cell: ({ suspense }) => money(suspense.amountMinor),
          },
          {
            key: 'debits',
            heading: 'Unmatched debits',
            isNumeric: true,
            cell: ({ unmatchedDebits }) => money(unmatchedDebits.amountMinor),
          },
        ]}
        rows={accounts}
        rowKey={({ bankCode, numberEnd, name }) => `${name} ${bankCode} ${numberEnd}`}
        empty={{ text: 'This book has no bank account.' }}
      />
    </section>
  )
}
