import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { saveFromLink } from '../../web/api/save-from-link.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import type { View } from '../../web/ui/table/ViewSelector.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { type AccountDocument, downloadDocument, listDocuments } from './documents.contract.ts'
import { documentsList } from './documents.list.ts'
import type { DocumentType } from './domain/document-types.ts'

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
  const { id: accountId, fundId } = useCurrentAccount()
  const currency = useCurrency()
  const [sort, setSort] = useState(documentsList.defaultSort)
  const [view, setView] = useState<View>('10')
  const [saving, setSaving] = useState<string | null>(null)
  const listed = useQuery({
    ...queryList(
      listDocuments,
      { params: { fundId }, query: { sort, ...(type === undefined ? {} : { type }) } },
      view,
    ),
    placeholderData: keepPreviousData,
  })
  const save = async (row: AccountDocument) => {
    setSaving(row.documentId)
    try {
      await saveDocument({ fundId, accountId }, row)
    } catch (failure) {
      showFailure(failure)
    }
    setSaving(null)
  }
  const rows = listed.data?.data
  return (
    <ListTable
      list={documentsList}
      what="documents"
      caption={caption}
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
          cell: row => (
            <Button
              kind="text"
              isPending={saving === row.documentId}
              pendingText="Processing..."
              onPress={() => void save(row)}
            >
              Download<VisuallyHidden> {row.fileName}</VisuallyHidden>
            </Button>
          ),
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

/** Asks for a link to the document and follows it: the browser saves what it gets. */
async function saveDocument(
  { fundId, accountId }: { fundId: number; accountId: string },
  { documentId, type, fileName }: AccountDocument,
): Promise<void> {
  const { href } = await call(downloadDocument, {
    params: { fundId, documentId },
    query: { entityId: accountId, type },
  })
  saveFromLink(href, fileName)
}
