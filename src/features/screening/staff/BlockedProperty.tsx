import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { Section } from '../../../web/ui/sections/Section.tsx'
import { exportBlockedProperty, listBlockedProperty } from '../blocked-property.contract.ts'
import { blockedPropertyList } from '../blocked-property.list.ts'

/** The accounts that are blocked property, for the yearly report to the authority. */
export function BlockedProperty() {
  const [chosen, setChosen] = useState<number | null>(null)
  const year = chosen ?? undefined
  const found = useQuery(query(listBlockedProperty, { query: { year } }))
  const { locale } = clientContext().clientSettings
  const report = found.data
  return (
    <Section heading="Blocked property">
      {report ? (
        <p>
          {`What accounts of confirmed people held on ${formatDate(report.countedOn, locale)}. `}
          {report.reportBy === null
            ? 'The authority’s notice of the year says by when it is reported.'
            : `It is reported by ${formatDate(report.reportBy, locale)}.`}
        </p>
      ) : null}
      <ListTable
        list={blockedPropertyList}
        what="accounts"
        caption="Accounts"
        currency={clientContext().currentDbHeader}
        hasStickyHeading={false}
        choices={
          report ? (
            <Select
              label="Year"
              isLabelHidden
              name="blocked-property-year"
              value={String(report.year)}
              choices={report.years.map(each => ({ value: String(each), text: String(each) }))}
              onChange={next => setChosen(Number(next))}
            />
          ) : null
        }
        rows={report?.data}
        loadFailure={
          found.isLoadingError ? <LoadFailure what="The accounts" requests={[found]} /> : undefined
        }
        rowKey={({ fundId, list, entryNumber, personName }) =>
          `${fundId} ${list} ${entryNumber} ${personName}`
        }
        empty={{ text: 'No account was blocked on that day.' }}
        onExport={(format, about) => downloadFile(exportBlockedProperty, { query: { year, format } }, about)}
      />
    </Section>
  )
}
