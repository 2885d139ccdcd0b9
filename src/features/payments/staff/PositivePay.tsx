import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatInstant } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { Currency } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import {
  createPositivePayFile,
  downloadPositivePayFile,
  getPositivePay,
  type PositivePay as PositivePayData,
  type PositivePayFile,
} from '../positive-pay.contract.ts'
import styles from './Payments.module.css'

const layoutTitles: Readonly<Record<PositivePayFile['layout'], string>> = {
  'first-american': 'First American Bank, 79 characters a record',
  chase: 'Chase, comma-separated values',
}

/** What the bank has not been told about cheques yet, and the files that told it; nothing where the bank is not told. */
export function PositivePay({ mayPay }: { mayPay: boolean }) {
  const found = useQuery(query(getPositivePay, { query: {} }))
  if (found.isLoadingError) return <LoadFailure what="The positive-pay files" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={4} label="Loading the positive-pay files" />
  const { layout } = found.data
  return layout === null ? null : <Files positivePay={found.data} layout={layout} mayPay={mayPay} />
}

type FilesProps = { positivePay: PositivePayData; layout: PositivePayFile['layout']; mayPay: boolean }

function Files({ positivePay, layout, mayPay }: FilesProps) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  const { currency, waiting, tooLarge, refusal } = positivePay
  const [done, setDone] = useState<string | null>(null)
  const { isPending, run } = usePending()
  const cheque = localEnglish('cheque', locale)
  const save = async (fileId: string) => {
    const { signal } = new AbortController()
    const about = { signal, onProgress: () => undefined }
    const saved = await downloadFile(downloadPositivePayFile, { params: { fileId } }, about)
    setDone(`${saved.name} was saved.`)
  }
  const create = async () => {
    const file = await call(createPositivePayFile, { body: { data: { type: 'command', attributes: {} } } })
    setDone(
      file.isNew
        ? `File ${file.number} was created. Download it, and send it to the bank.`
        : `File ${file.number} already has everything.`,
    )
    await refreshAll()
  }
  return (
    <section aria-labelledby={headingId} className={styles.payments}>
      <h2 id={headingId}>Positive pay</h2>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      {tooLarge.length === 0 ? null : (
        <Alert kind="caution">
          <p>
            The bank’s files have no room for the number or the amount of {cheque} {tooLarge.join(', ')}. Tell
            the bank yourself.
          </p>
        </Alert>
      )}
      <DescriptionList
        items={[
          { term: 'Layout', description: layoutTitles[layout] },
          {
            term: `Issued ${cheque}s for the next file`,
            description: <Sum count={waiting.issues} amountMinor={waiting.issuedMinor} currency={currency} />,
          },
          {
            term: `Voided ${cheque}s for the next file`,
            description: <Sum count={waiting.voids} amountMinor={waiting.voidedMinor} currency={currency} />,
          },
        ]}
      />
      {refusal !== null ? (
        <p>{refusal}</p>
      ) : mayPay ? (
        <p className={styles.create}>
          <Button kind="primary" isPending={isPending} onPress={() => void run(create)}>
            Create the next file
          </Button>
        </p>
      ) : null}
      <FilesTable
        positivePay={positivePay}
        isPending={isPending}
        onSave={mayPay ? fileId => void run(() => save(fileId)) : null}
      />
    </section>
  )
}

/** `3, $1,250.00`; `None`. */
function Sum({ count, amountMinor, currency }: { count: number; amountMinor: bigint; currency: Currency }) {
  const { locale } = clientContext().clientSettings
  if (count === 0) return 'None'
  return (
    <>
      {count.toLocaleString(locale)}, <Money amountMinor={amountMinor} currency={currency} />
    </>
  )
}

type FilesTableProps = {
  positivePay: PositivePayData
  isPending: boolean
  onSave: ((fileId: string) => void) | null
}

function FilesTable({ positivePay: { data, meta, currency }, isPending, onSave }: FilesTableProps) {
  const { clientSettings } = clientContext()
  return (
    <Table<PositivePayFile>
      caption={data.length < meta.total ? `The latest of ${meta.total} files` : 'Positive-pay files'}
      columns={[
        { key: 'number', heading: 'File', isRowHeading: true, cell: ({ number }) => number },
        {
          key: 'created',
          heading: 'Created',
          cell: ({ createdAt, createdByName }) =>
            `${formatInstant(createdAt, clientSettings)} by ${createdByName}`,
        },
        {
          key: 'issued',
          heading: 'Issued',
          isNumeric: true,
          cell: ({ issues, issuedMinor }) => (
            <Sum count={issues} amountMinor={issuedMinor} currency={currency} />
          ),
        },
        {
          key: 'voided',
          heading: 'Voided',
          isNumeric: true,
          cell: ({ voids, voidedMinor }) => (
            <Sum count={voids} amountMinor={voidedMinor} currency={currency} />
          ),
        },
        ...(onSave === null
          ? []
          : [
              {
                key: 'save',
                heading: 'Download',
                isHeadingHidden: true,
                cell: ({ fileId, number }: PositivePayFile) => (
                  <Button kind="text" isPending={isPending} onPress={() => onSave(fileId)}>
                    Download<VisuallyHidden> file {number}</VisuallyHidden>
                  </Button>
                ),
              },
            ]),
      ]}
      rows={data}
      rowKey={({ fileId }) => fileId}
      empty={{ text: 'No file has been created yet.' }}
    />
  )
}
