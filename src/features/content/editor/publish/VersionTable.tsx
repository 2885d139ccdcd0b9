import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../../web/api/call.ts'
import { query } from '../../../../web/api/query.ts'
import { contentPaths } from '../../../../web/routing/content-paths.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { Link } from '../../../../web/ui/actions/Link.tsx'
import { ConfirmDialog } from '../../../../web/ui/overlay/ConfirmDialog.tsx'
import type { Column } from '../../../../web/ui/table/SortHeading.tsx'
import { Table } from '../../../../web/ui/table/Table.tsx'
import { StatusChip } from '../../../../web/ui/text/StatusChip.tsx'
import { nameOf } from '../../domain/content-labels.ts'
import {
  type ContentItem,
  type ContentVersion,
  getContentItem,
  restoreContentVersion,
} from '../../editing.contract.ts'
import { instantLabel } from '../content-times.ts'
import { useCommand } from './use-command.ts'
import styles from './Versions.module.css'
import { changeLabels, decisionLabel, versionSigns, versionStateLabels } from './version-labels.ts'

type VersionTableProps = { item: ContentItem; versions: readonly ContentVersion[]; timeZone: string }

/** The versions, newest first, with their outcome. Each can be compared and restored. */
export function VersionTable({ item, versions, timeZone }: VersionTableProps) {
  const [confirming, setConfirming] = useState<ContentVersion | null>(null)
  const command = useCommand()
  const client = useQueryClient()
  const navigate = useNavigate()
  const params = { kind: item.kind, name: item.name }
  const restore = ({ number }: ContentVersion) =>
    command.run({
      send: () =>
        call(restoreContentVersion, {
          params: { ...params, number },
          body: { data: { type: 'command', attributes: { revision: item.revision } } },
        }),
      onDone: next => {
        client.setQueryData(query(getContentItem, { params }).queryKey, next)
        void navigate({ to: contentPaths.contentItem(item.kind, item.name) })
      },
    })
  return (
    <>
      <Table
        caption="Versions, newest first"
        isCaptionHidden
        columns={columnsFor(item, versions, timeZone, setConfirming)}
        rows={versions}
        rowKey={({ number }) => number}
        empty={{
          text: 'No versions yet. Each time you publish or send for approval, a version is saved here.',
          action: <Link to={contentPaths.contentItem(item.kind, item.name)}>Back to the text</Link>,
        }}
      />
      <ConfirmDialog
        title={`Restore version ${confirming?.number ?? ''} as the draft?`}
        isOpen={confirming !== null}
        onCancel={() => setConfirming(null)}
        onConfirm={() => {
          if (confirming) void restore(confirming).then(() => setConfirming(null))
        }}
        isPending={command.isPending}
        isDangerous={item.draft !== null}
        confirmText="Yes, restore it"
      >
        <p>
          {item.draft === null
            ? 'It becomes a draft. Readers won’t see it until you publish it.'
            : 'It replaces the current draft, which will be lost. Published text stays as it is.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

function columnsFor(
  item: ContentItem,
  versions: readonly ContentVersion[],
  timeZone: string,
  onRestore: (version: ContentVersion) => void,
): Column<ContentVersion>[] {
  const earlier = ({ number }: ContentVersion) =>
    versions.find(each => each.number < number && each.change === 'text')?.number
  const compare = (from: string, to: string) =>
    contentPaths.contentVersions(item.kind, item.name, { from, to })
  return [
    { key: 'number', heading: 'Version', isRowHeading: true, cell: ({ number }) => number, widthRem: 4.5 },
    { key: 'change', heading: 'Change', cell: ({ change }) => changeLabels[change].done, widthRem: 7 },
    {
      key: 'state',
      heading: 'Status',
      cell: version => (
        <div>
          <StatusChip sign={versionSigns[version.state]}>{versionStateLabels[version.state]}</StatusChip>
          {decisionLabel(version, timeZone).map(line => (
            <span key={line} className={styles.line}>
              {line}
            </span>
          ))}
          {version.reason === null ? null : <span className={styles.line}>“{version.reason}”</span>}
        </div>
      ),
    },
    {
      key: 'submitted',
      heading: 'Sent',
      widthRem: 10,
      cell: ({ submitted }) => (
        <div>
          {instantLabel(submitted.at, timeZone)}
          <span className={styles.line}>by {nameOf(submitted.person)}</span>
        </div>
      ),
    },
    {
      key: 'actions',
      heading: 'Compare and restore',
      isHeadingHidden: true,
      widthRem: 11,
      cell: version => {
        const number = String(version.number)
        const former = earlier(version)
        if (version.change !== 'text') return null
        return (
          <div className={styles.actions}>
            {former === undefined ? null : (
              <Link to={compare(String(former), number)} aria-label={`See changes: version ${number}`}>
                See changes
              </Link>
            )}
            {item.draft ? (
              <Link to={compare(number, 'draft')} aria-label={`Compare with the draft: version ${number}`}>
                Compare with the draft
              </Link>
            ) : null}
            {item.may.edit ? (
              <Button kind="text" aria-label={`Restore version ${number}`} onPress={() => onRestore(version)}>
                Restore
              </Button>
            ) : null}
          </div>
        )
      },
    },
  ]
}
