import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reply } from '../../../../contract/endpoint.ts'
import { call } from '../../../../web/api/call.ts'
import { LoadFailure } from '../../../../web/api/LoadFailure.tsx'
import { query } from '../../../../web/api/query.ts'
import { useDebounced } from '../../../../web/api/use-debounced.ts'
import { ErrorSummary } from '../../../../web/form/ErrorSummary.tsx'
import { type SummaryEntry, summaryOf } from '../../../../web/form/field-errors.ts'
import { LeaveDialog } from '../../../../web/form/LeaveDialog.tsx'
import { useReportsUnsavedChanges } from '../../../../web/form/unsaved-changes.ts'
import { contentPaths } from '../../../../web/routing/content-paths.ts'
import { PageHeading } from '../../../../web/routing/PageHeading.tsx'
import { Link } from '../../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../../web/ui/progress/Skeleton.tsx'
import { Summary } from '../../../../web/ui/sections/Summary.tsx'
import type { ContentFields } from '../../domain/content-fields.ts'
import { kindLabels, subtitleOf, titleOf } from '../../domain/content-labels.ts'
import {
  type ContentItem,
  getContentItem,
  type getEditorPermissions,
  listContentItems,
  listContentVersions,
  previewContent,
} from '../../editing.contract.ts'
import { ConflictPanel } from '../draft/ConflictPanel.tsx'
import type { DraftState, DraftStore } from '../draft/draft-store.ts'
import { Preview } from '../draft/Preview.tsx'
import { SavedState } from '../draft/SavedState.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { FileChoiceHost } from '../files/FileChoiceHost.tsx'
import { OtherCommands } from '../publish/OtherCommands.tsx'
import { PublishPanel } from '../publish/PublishPanel.tsx'
import { StateBadges } from '../StateBadges.tsx'
import styles from './ItemEditor.module.css'
import { ItemForm } from './ItemForm.tsx'

type ItemEditorProps = { item: ContentItem; editorSession: Reply<typeof getEditorPermissions> }
type Refusal = { errors: Record<string, string[]>; count: number }

const nothingRefused: Refusal = { errors: {}, count: 0 }

/** The form and its commands on one side, the preview on the other. */
export function ItemEditor({ item, editorSession }: ItemEditorProps) {
  const { draft, store } = useDraft(item)
  const preview = usePreview(item.name, draft.fields)
  const client = useQueryClient()
  const [message, setMessage] = useState<string | null>(null)
  const [refusal, setRefusal] = useState(nothingRefused)
  const { fields } = draft

  // A refetch may bring another editor's save. Continue from it if nothing is unsaved here; an older revision is a late
  // response and is ignored.
  useEffect(() => {
    if (item.revision > store.revision() && !store.isDirty()) store.replace(item)
  }, [item, store])

  const onDone = (next: ContentItem, text: string) => {
    client.setQueryData(
      query(getContentItem, { params: { kind: item.kind, name: item.name } }).queryKey,
      next,
    )
    void client.invalidateQueries({ queryKey: [listContentItems.path] })
    void client.invalidateQueries({ queryKey: [listContentVersions.path] })
    store.applyCommand(next)
    setRefusal(nothingRefused)
    setMessage(text)
  }
  // After a failed submission, the preview's validation updates the errors as the editor fixes them.
  const errors = refusal.count === 0 ? {} : (preview.data?.errors ?? refusal.errors)
  return (
    <>
      <PageHeading
        title={`${titleOf(item)} | Edit an item`}
        lead={[kindLabels[item.kind].one, subtitleOf(item)].filter(part => part !== '').join(' · ')}
      >
        {titleOf(item)}
      </PageHeading>
      <div className={styles.state}>
        <StateBadges item={item} />
        <Link to={contentPaths.contentVersions(item.kind, item.name)}>Versions</Link>
      </div>
      {message === null ? null : (
        <Alert key={message} kind="success" takesFocus>
          {message}
        </Alert>
      )}
      <LeaveGuard draft={draft} store={store} />
      {draft.state === 'conflict' && draft.theirs ? (
        <ConflictPanel
          mine={fields}
          theirs={draft.theirs}
          timeZone={editorSession.timeZone}
          onAcceptTheirs={() => {
            store.acceptTheirs()
            setMessage('The other version is now the draft.')
          }}
          onKeepMine={async () => {
            if (await store.keepMine()) setMessage('Your version is now the draft.')
          }}
        />
      ) : null}
      <div className={styles.columns}>
        <div>
          <ErrorSummary entries={entriesOf(errors, fields)} refusals={refusal.count} />
          <ItemForm
            fields={fields}
            errors={errors}
            messages={preview.data?.messages ?? []}
            suggestions={editorSession}
            isDisabled={!item.may.edit}
            onChange={next => {
              setMessage(null)
              store.set(next)
            }}
            onBlur={() => void store.saveNow()}
          />
          <Placeholders placeholders={editorSession.placeholders} />
          <SavedState draft={draft} timeZone={editorSession.timeZone} onSave={() => void store.saveNow()} />
          <PublishPanel
            item={item}
            editorSession={editorSession}
            store={store}
            hasDraft={item.draft !== null || draft.state !== 'saved'}
            onDone={onDone}
            onRefused={found => setRefusal({ errors: found, count: refusal.count + 1 })}
          />
          <OtherCommands item={item} store={store} onDone={onDone} />
        </div>
        <div className={styles.preview}>
          {preview.data ? (
            <Preview name={item.name} fields={fields} previewed={preview.data} isBehind={preview.isError} />
          ) : preview.isLoadingError ? (
            <>
              <LoadFailure what="The preview" requests={[preview]} />
              <p>Your draft is not affected.</p>
            </>
          ) : (
            <Skeleton shape="chart" label="Loading the preview" />
          )}
        </div>
      </div>
      <FileChoiceHost />
    </>
  )
}

const entriesOf = (errors: Record<string, string[]>, fields: object): SummaryEntry[] =>
  summaryOf(errors, Object.keys(fields))

/** Saves before the page is left, and asks only if that fails (§4). On closing, the browser asks. */
function LeaveGuard({ draft, store }: { draft: DraftState; store: DraftStore }) {
  useReportsUnsavedChanges(draft.state !== 'saved')
  return (
    <LeaveDialog
      title="Your latest changes are not saved"
      wouldLose={() => store.isDirty()}
      save={() => store.saveNow()}
    >
      {draft.state === 'conflict'
        ? 'Someone else has changed this text. Choose which version to keep first.'
        : 'We couldn’t save them. If you leave this page, you will lose them.'}
    </LeaveDialog>
  )
}

type PlaceholdersProps = Pick<Reply<typeof getEditorPermissions>, 'placeholders'>

/** The placeholders that a text can use for client data that may change, such as the phone number. */
function Placeholders({ placeholders }: PlaceholdersProps) {
  if (placeholders.length === 0) return null
  return (
    <details className={styles.placeholders}>
      <Summary>Placeholders</Summary>
      <p>Write the name in braces. Readers see the current value, even if it changes later.</p>
      <dl>
        {placeholders.map(({ name, meaning, value }) => (
          <div key={name}>
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>
              {value} <span className={styles.meaning}>({meaning})</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const previewAfterMs = 400

/** What visitors would see of the current fields, saved or not; fetched when typing pauses. */
function usePreview(name: string, fields: ContentFields) {
  const settled = useDebounced(fields, previewAfterMs)
  return useQuery({
    queryKey: [previewContent.path, name, settled],
    queryFn: ({ signal }) =>
      call(
        previewContent,
        { body: { data: { type: 'command', attributes: { name, fields: settled } } } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // Each text is fetched once and dropped when it is no longer shown.
    gcTime: 60_000,
  })
}
