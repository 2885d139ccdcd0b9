import type { Reply } from '../../../contract/endpoint.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { addMonthsTo, type Month, maxMonths, monthName } from '../domain/months.ts'
import type { getTrialBalance } from '../month-end.contract.ts'
import styles from './MonthEnd.module.css'

type MonthRangeFieldsProps = {
  balance: Pick<Reply<typeof getTrialBalance>, 'from' | 'to' | 'first' | 'last'>
  onChange: (range: { from: Month; to: Month }) => void
}

/** The first and the last month that are shown. Choosing one moves the other as far as needed. */
export function MonthRangeFields({ balance: { from, to, first, last }, onChange }: MonthRangeFieldsProps) {
  const { locale } = clientContext().clientSettings
  const months: Month[] = []
  for (let month = last; month >= first; month = addMonthsTo(month, -1)) months.push(month)
  const choicesWith = (shown: Month) =>
    (months.includes(shown) ? months : [shown, ...months]).map(value => ({
      value,
      text: monthName(value, locale),
    }))
  const earliest = (month: Month) => addMonthsTo(month, 1 - maxMonths)
  const latest = (month: Month) => addMonthsTo(month, maxMonths - 1)
  return (
    <div className={styles.range}>
      <Select
        label="From"
        name="from-month"
        value={from}
        choices={choicesWith(from)}
        onChange={next =>
          onChange({ from: next, to: next > to ? next : to > latest(next) ? latest(next) : to })
        }
      />
      <Select
        label="To"
        name="to-month"
        value={to}
        choices={choicesWith(to)}
        onChange={next =>
          onChange({ from: next < from ? next : from < earliest(next) ? earliest(next) : from, to: next })
        }
      />
    </div>
  )
}
