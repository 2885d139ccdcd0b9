import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '../../../../domain/dates.ts'
import { call } from '../../../../web/api/call.ts'
import { LoadFailure } from '../../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../../web/api/query.ts'
import { usePending } from '../../../../web/api/use-pending.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../../web/list/download-file.ts'
import { useCan } from '../../../../web/session/session.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { Select } from '../../../../web/ui/fields/Select.tsx'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../../web/ui/table/Table.tsx'
import { Money } from '../../../../web/ui/text/Money.tsx'
import { addMonthsTo, type Month, monthName, monthOf } from '../../domain/months.ts'
import styles from '../../staff/MonthEnd.module.css'
import {
  downloadJournal,
  exportJournal,
  getJournal,
  type Journal,
  type JournalLineReply,
} from '../journal.contract.ts'

const choices = 24

type JournalMonthProps = { month: Month | undefined; onMonth: (month: Month) => void }

/** What a month is in the sponsor's general ledger, and the files that were exported of it. */
export function JournalMonth({ month, onMonth }: JournalMonthProps) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const found = useQuery(query(getJournal, { query: { month } }))
  if (found.isLoadingError) return <LoadFailure what="The journal" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={10} label="Loading the journal" />
  const shown = found.data.month
  const last = addMonthsTo(monthOf(clientSettings.today), -1)
  const months = Array.from({ length: choices }, (_none, index) => addMonthsTo(last, -index))
  return (
    <>
      <div className={styles.range}>
        <Select
          label="Month"
          name="journal-month"
          value={shown}
          choices={(months.includes(shown) ? months : [shown, ...months]).map(value => ({
            value,
            text: monthName(value, locale),
          }))}
          onChange={onMonth}
        />
      </div>
      <JournalView key={shown} journal={found.data} />
    </>
  )
}

function JournalView({ journal }: { journal: Journal }) {
  const { locale } = clientContext().clientSettings
  const mayExport = useCan('PERIOD_CLOSE')
  const [done, setDone] = useState<string | null>(null)
  const exporting = usePending()
  // Files that left before can be saved while the page is read again after an export.
  const saving = usePending()
  const { month, refusal, exports } = journal
  const save = async (exportId: string) => {
    const { signal } = new AbortController()
    const saved = await downloadFile(
      downloadJournal,
      { params: { exportId } },
      { signal, onProgress: () => undefined },
    )
    setDone(`${saved.name} was saved.`)
  }
  const exportIt = async () => {
    const { exportId } = await call(exportJournal, {
      body: { data: { type: 'command', attributes: { month } } },
    })
    await save(exportId)
    await refreshAll()
  }
  return (
    <>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      <JournalTable journal={journal} />
      {refusal !== null ? (
        <p>{refusal}</p>
      ) : mayExport ? (
        <p>
          <Button kind="primary" isPending={exporting.isPending} onPress={() => void exporting.run(exportIt)}>
            {exports.length === 0 ? `Export ${monthName(month, locale)}` : 'Export what came since'}
          </Button>
        </p>
      ) : null}
      <Exports
        journal={journal}
        isPending={saving.isPending}
        onSave={exportId => void saving.run(() => save(exportId))}
      />
    </>
  )
}

function JournalTable({ journal: { month, currency, data } }: { journal: Journal }) {
  const { locale } = clientContext().clientSettings
  return (
    <Table<JournalLineReply>
      caption={`Journal of ${monthName(month, locale)}`}
      columns={[
        {
          key: 'name',
          heading: 'Entries',
          isRowHeading: true,
          cell: ({ name, isReversal }) => (isReversal ? `${name}, reversed` : name),
        },
        { key: 'bank', heading: 'Bank account', cell: ({ bank }) => bank },
        {
          key: 'number',
          heading: 'Number',
          isNumeric: true,
          cell: row => row.entries.toLocaleString(locale),
        },
        { key: 'debit', heading: 'Debit', cell: ({ debit }) => debit ?? 'Not booked' },
        { key: 'credit', heading: 'Credit', cell: ({ credit }) => credit ?? 'Not booked' },
        {
          key: 'amount',
          heading: 'Amount',
          isNumeric: true,
          cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
        },
      ]}
      rows={data}
      rowKey={({ kind, isReversal, bank }) => `${kind} ${isReversal} ${bank}`}
      empty={{ text: 'Nothing was posted in this month.' }}
    />
  )
}

type ExportsProps = { journal: Journal; isPending: boolean; onSave: (exportId: string) => void }

function Exports({ journal: { exports }, isPending, onSave }: ExportsProps) {
  const { clientSettings } = clientContext()
  if (exports.length === 0) return null
  return (
    <Table<Journal['exports'][number]>
      caption="Exported files"
      columns={[
        { key: 'file', heading: 'File', isRowHeading: true, cell: ({ fileName }) => fileName },
        { key: 'by', heading: 'Exported by', cell: ({ byName }) => byName },
        { key: 'at', heading: 'Time', cell: ({ at }) => formatInstant(at, clientSettings) },
        { key: 'digest', heading: 'SHA-256', cell: ({ digest }) => <code>{digest.slice(0, 16)}</code> },
        {
          key: 'save',
          heading: 'Save',
          cell: ({ exportId, fileName }) => (
            <Button kind="text" isPending={isPending} onPress={() => onSave(exportId)}>
              Save {fileName}
            </Button>
          ),
        },
      ]}
      rows={exports}
      rowKey={({ exportId }) => exportId}
      empty={{ text: 'Nothing was exported.' }}
    />
  )
}
