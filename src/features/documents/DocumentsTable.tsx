import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import type { View } from '../../web/ui/table/ViewSelector.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { type AccountDocument, listDocuments } from './documents.contract.ts'
import { documentsList } from './documents.list.ts'
import { documentTitle } from './domain/document-title.ts'
import type { DocumentType } from './domain/document-types.ts'
import { useSaveDocument } from './use-save-document.ts'

type DocumentsTableProps = {
  caption: string
  /** Absent: documents of every type. */
  type?: DocumentType | undefined
  empty: ReactNode
  /** In the toolbar of the list. */
  choices?: ReactNode
}

/** The documents of the current account that the person may read, each with its download (§2.8). */
export function DocumentsTable({ caption, type, empty, choices }: DocumentsTableProps) {
  const { fundId } = useCurrentAccount()
  const currency = useCurrency()
  const [sort, setSort] = useState(documentsList.defaultSort)
  const [view, setView] = useState<View>('10')
  const saving = useSaveDocument()
  const listed = useQuery({
    ...queryList(
      listDocuments,
      { params: { fundId }, query: { sort, ...(type === undefined ? {} : { type }) } },
      view,
    ),
    placeholderData: keepPreviousData,
  })
  const rows = listed.data?.data
  return (
    <ListTable
      list={documentsList}
      what="documents"
      caption={caption}
      cells={cells}
      choices={choices}
      currency={currency}
      hasStickyHeading={false}
      // A column without values is hidden.
      leftOut={rows?.some(row => row.deletionDate !== null) ? [] : ['deletionDate']}
      actionsAfter={[
        {
          key: 'download',
          heading: 'Download',
          opensRow: true,
          cell: row => <DownloadButton row={row} {...saving} />,
        },
      ]}
      rows={rows}
      loadFailure={listed.isLoadingError ? <LoadFailure what={caption} requests={[listed]} /> : undefined}
      rowKey={row => row.documentId}
      sort={sort}
      onSort={setSort}
      empty={{ text: empty }}
      {...(listed.data ? { view: { value: view, total: listed.data.meta.total, onChange: setView } } : {})}
    />
  )
}

const cells: Cells<AccountDocument> = { fileName: row => documentTitle(row.fileName) }
