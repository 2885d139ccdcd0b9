import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Currency } from '../../domain/money.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useCan } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import type { Column } from '../../web/ui/table/SortHeading.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import {
  exportPendingDocuments,
  listPendingDocuments,
  type PendingDocument,
} from './pending-documents.contract.ts'
import { pendingDocumentsList } from './pending-documents.list.ts'
import type { PendingView } from './pending-view.ts'
import { type Signing, useAutoRedirect, useSigning } from './use-signing.ts'

/** The next page is fetched this long after the last choice (§9). */
const pageDelayMs = 50

type PendingDocumentsTableProps = { fundId: number; currency: Currency; shown: PendingView }

/** The documents with 'Sign Document' beside those that the person can sign now. */
export function PendingDocumentsTable({ fundId, currency, shown }: PendingDocumentsTableProps) {
  const { view, sort, signing: returnedFrom } = shown
  const navigate = useNavigate()
  const wantedView = useDebounced(view, pageDelayMs)
  const wantedSort = useDebounced(sort, pageDelayMs)
  const listed = useQuery({
    ...queryList(listPendingDocuments, { params: { fundId }, query: { sort: wantedSort } }, wantedView),
    placeholderData: keepPreviousData,
  })
  const signing = useSigning(fundId)
  const single = useSingle(listed.isPlaceholderData ? undefined : listed.data, returnedFrom)
  const isRedirecting = useAutoRedirect(single, signing.sign)
  const maySign = useCan('DOCUMENT_SIGN')
  const show = (next: Partial<PendingView>) => {
    const { view, sort } = { ...shown, ...next }
    const to = paths.pendingDocuments({
      ...(returnedFrom === undefined ? {} : { signing: returnedFrom }),
      ...(view === '10' ? {} : { view }),
      ...(sort === pendingDocumentsList.defaultSort ? {} : { sort }),
    })
    void navigate({ to, resetScroll: false })
  }
  return (
    <>
      {isRedirecting && listed.data ? (
        <Alert>
          <p>Please Wait: Redirecting you to {listed.data.provider}</p>
        </Alert>
      ) : null}
      <ListTable
        list={pendingDocumentsList}
        what="documents"
        caption="Pending Documents"
        currency={currency}
        hasStickyHeading={false}
        actionsBefore={[actionColumn(signing, maySign)]}
        rows={listed.data?.data}
        loadFailure={
          listed.isLoadingError ? <LoadFailure what="Pending Documents" requests={[listed]} /> : undefined
        }
        rowKey={row => row.transactionId ?? row.fileName}
        sort={sort}
        onSort={next => show({ sort: sortOf(next) })}
        empty={{ text: 'No documents pending action at this time.' }}
        {...(listed.data
          ? { view: { value: view, total: listed.data.meta.total, onChange: next => show({ view: next }) } }
          : {})}
        onExport={(format, about) =>
          downloadFile(exportPendingDocuments, { params: { fundId }, query: { sort, format } }, about)
        }
      />
    </>
  )
}

const sorts = ['transactionDate', '-transactionDate', 'fileName', '-fileName'] as const
const sortOf = (text: string): PendingView['sort'] => sorts.find(each => each === text) ?? 'transactionDate'

type Listed = { data: PendingDocument[]; meta: { total: number }; redirectOnSingleDocument: boolean }

/** The only document, if it is to be signed at once; not for a person who has just returned. */
function useSingle(listed: Listed | undefined, returnedFrom: number | undefined): PendingDocument | null {
  const hasReturned = useRef(returnedFrom !== undefined)
  const [first] = listed?.data ?? []
  if (hasReturned.current || !listed?.redirectOnSingleDocument || listed.meta.total !== 1) return null
  return first?.maySign ? first : null
}

const actionColumn = ({ transactionId, sign }: Signing, maySign: boolean): Column<PendingDocument> => ({
  key: 'action',
  heading: 'Action',
  widthRem: 14,
  cell: row =>
    maySign && row.maySign ? (
      <Button
        isPending={transactionId === row.transactionId}
        isDisabled={transactionId !== null && transactionId !== row.transactionId}
        pendingText="Processing..."
        onPress={() => void sign(row)}
      >
        Sign Document<VisuallyHidden> {row.fileName}</VisuallyHidden>
      </Button>
    ) : row.waitsFor === null ? (
      'Signed, being filed'
    ) : (
      `Waiting for ${row.waitsFor}`
    ),
})
