import type { Reply } from '../../../contract/endpoint.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { PrintedTitle } from '../../../web/ui/text/Printed.tsx'
import { monthName } from '../domain/months.ts'
import { exportTrialBalance, type getTrialBalance } from '../month-end.contract.ts'
import { trialBalanceList } from '../trial-balance.list.ts'

/** Every ledger account of the book by month, and that both sides are equal. */
export function TrialBalance({ balance }: { balance: Reply<typeof getTrialBalance> }) {
  const { from, to, currency, data } = balance
  const { locale } = clientContext().clientSettings
  const caption = `Trial balance, ${monthName(from, locale)}${from === to ? '' : ` to ${monthName(to, locale)}`}`
  const sideOf = (side: 1n | -1n) =>
    data.reduce(
      (sum, row) => (row.month === to && row.closingMinor * side > 0n ? sum + row.closingMinor * side : sum),
      0n,
    )
  return (
    <>
      <PrintedTitle>{caption}</PrintedTitle>
      <ListTable
        list={trialBalanceList}
        what="ledger accounts"
        caption={caption}
        currency={currency}
        leftOut={from === to ? ['month'] : []}
        rows={data}
        rowKey={({ month, ledger }) => `${month} ${ledger}`}
        empty={{ text: 'Nothing has been posted yet.' }}
        onExport={(format, about) => downloadFile(exportTrialBalance, { query: { from, to, format } }, about)}
      />
      <p>
        {`At the end of ${monthName(to, locale)} debits are `}
        <Money amountMinor={sideOf(-1n)} currency={currency} />
        {' and credits '}
        <Money amountMinor={sideOf(1n)} currency={currency} />.
      </p>
      <Note>
        What funds have is a credit. The ledger has no account for money at a bank: what came from outside and
        was paid out stands in its place.
      </Note>
    </>
  )
}
