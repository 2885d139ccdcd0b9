import { formatDate } from '../../domain/dates.ts'
import type { Currency } from '../../domain/money.ts'
import { clientContext } from '../../web/client-context.ts'
import { paths } from '../../web/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { type Column, Table } from '../../web/ui/table/Table.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { charityName } from '../charities/domain/display/charity-name.ts'
import type { GrantRow } from '../grants/grants.contract.ts'

/** A fund's newest grants, each a way to where it stands. */
export function LatestGrants({ grants, currency }: { grants: readonly GrantRow[]; currency: Currency }) {
  const { locale } = clientContext().house
  return (
    <Table
      caption="Latest grants"
      isCaptionHidden
      columns={columnsFor(currency, locale)}
      rows={grants}
      rowKey={row => row.grantId}
      empty={{
        text: 'Grants that you recommend will appear here, with where each stands.',
        action: <Link to={paths.recommendGrant()}>Recommend your first grant</Link>,
      }}
    />
  )
}

function columnsFor(currency: Currency, locale: string): Column<GrantRow>[] {
  return [
    { key: 'createdDate', heading: 'Date', cell: row => formatDate(row.createdDate, locale, 'short') },
    {
      key: 'charityName',
      heading: 'Charity',
      isRowHeading: true,
      cell: row => <Link to={paths.grant(row.grantId)}>{charityName(row.charityName)}</Link>,
    },
    { key: 'state', heading: 'State', cell: row => row.state },
    {
      key: 'amount',
      heading: `Amount (${currency})`,
      isNumeric: true,
      cell: row => <Money amountMinor={row.amount} currency={currency} symbol={false} />,
    },
  ]
}
