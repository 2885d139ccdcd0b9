import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../../web/api/query.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../../web/ui/progress/Skeleton.tsx'
import { monthName } from '../../domain/months.ts'
import { getMonthClose } from '../month-close.contract.ts'
import { ClosedMonths } from './ClosedMonths.tsx'
import { NextMonth } from './NextMonth.tsx'

/** The month that is closed next, and those that were closed. */
export function CloseMonths() {
  const found = useQuery(query(getMonthClose, {}))
  const [done, setDone] = useState<string | null>(null)
  const { locale } = clientContext().clientSettings
  if (found.isLoadingError) return <LoadFailure what="The months" requests={[found]} />
  if (!found.data) return <Skeleton shape="statement" lines={8} label="Loading the months" />
  const finish = (sentence: string) => {
    setDone(sentence)
    void refreshAll()
  }
  const { next, data, waitingStatements } = found.data
  return (
    <>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      {waitingStatements === null ? null : (
        <Alert kind="caution">
          <p>
            {waitingStatements.accounts === 1
              ? 'The quarterly statement of one account waits'
              : `The quarterly statements of ${waitingStatements.accounts.toLocaleString(locale)} accounts wait`}
            {` until ${monthName(waitingStatements.lastMonth, locale)} is closed.`}
          </p>
        </Alert>
      )}
      <NextMonth key={next.checksHash} next={next} onDone={finish} />
      <ClosedMonths closes={data} onDone={finish} />
    </>
  )
}
