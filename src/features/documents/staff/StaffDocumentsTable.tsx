import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList, refreshAll } from '../../../web/api/query.ts'
import { saveFromLink } from '../../../web/api/save-from-link.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { RowMenu } from '../../../web/ui/table/RowMenu.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import {
  archiveStaffDocument,
  downloadStaffDocument,
  listStaffDocuments,
  type StaffDocument,
} from '../staff-documents.contract.ts'
import { staffDocumentsList } from '../staff-documents.list.ts'
import styles from './StaffDocuments.module.css'

/** The document on which something is being done. */
type Pending = { documentId: string; what: 'download' | 'archive' } | null

export function StaffDocumentsTable() {
  const mayManage = useCan('DOCUMENT_MANAGE')
  const [sort, setSort] = useState(staffDocumentsList.defaultSort)
  const [view, setView] = useState<View>('10')
  const [pending, setPending] = useState<Pending>(null)
  const listed = useQuery({
    ...queryList(listStaffDocuments, { query: { sort } }, view),
    placeholderData: keepPreviousData,
  })
  const act = async (
    { documentId }: StaffDocument,
    what: 'download' | 'archive',
    run: () => Promise<void>,
  ) => {
    setPending({ documentId, what })
    try {
      await run()
    } catch (failure) {
      showFailure(failure)
    }
    setPending(null)
  }
  const isPending = ({ documentId }: StaffDocument, what: 'download' | 'archive') =>
    pending?.documentId === documentId && pending.what === what
  const rows = listed.data?.data
  return (
    <ListTable
      list={staffDocumentsList}
      what="staff documents"
      caption="Staff Documents"
      currency={clientContext().currentDbHeader}
      hasStickyHeading={false}
      // A column without values is hidden.
      leftOut={(['archivedDate', 'deletionDate'] as const).filter(
        key => !rows?.some(row => row[key] !== null),
      )}
      actionsAfter={[
        {
          key: 'actions',
          heading: 'Actions',
          opensRow: true,
          cell: row => (
            <div className={styles.actions}>
              <Button
                kind="text"
                isPending={isPending(row, 'download')}
                pendingText="Processing..."
                onPress={() => void act(row, 'download', () => save(row))}
              >
                Download<VisuallyHidden> {row.fileName}</VisuallyHidden>
              </Button>
              {mayManage ? (
                <RowMenu
                  what={row.fileName}
                  isPending={isPending(row, 'archive')}
                  actions={[
                    {
                      text: row.archivedDate === null ? 'Archive' : 'Restore',
                      about: row.fileName,
                      onPress: () => void act(row, 'archive', () => archive(row)),
                    },
                  ]}
                />
              ) : null}
            </div>
          ),
        },
      ]}
      rows={rows}
      loadFailure={
        listed.isLoadingError ? (
          <LoadFailure what="The list of staff documents" requests={[listed]} />
        ) : undefined
      }
      rowKey={row => row.documentId}
      sort={sort}
      onSort={setSort}
      empty={{ text: 'There are no staff documents yet.' }}
      {...(listed.data ? { view: { value: view, total: listed.data.meta.total, onChange: setView } } : {})}
    />
  )
}

async function save({ documentId, fileName }: StaffDocument): Promise<void> {
  const { href } = await call(downloadStaffDocument, { params: { documentId } })
  saveFromLink(href, fileName)
}

async function archive({ documentId, fileName, archivedDate }: StaffDocument): Promise<void> {
  const attributes = { isArchived: archivedDate === null }
  await call(archiveStaffDocument, {
    params: { documentId },
    body: { data: { type: 'command', attributes } },
  })
  await refreshAll()
  showToast({
    className: 'success',
    header: `${fileName} was ${attributes.isArchived ? 'archived' : 'restored'}.`,
  })
}
