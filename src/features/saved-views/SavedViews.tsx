import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../web/api/query.ts'
import { usePending } from '../../web/api/use-pending.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { Dialog } from '../../web/ui/overlay/Dialog.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Entry, EntryList } from '../../web/ui/sections/EntryList.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import {
  deleteSavedView,
  listSavedViews,
  maxViewNameLength,
  type SavedList,
  type SavedView,
  saveView,
  viewName,
} from './saved-views.contract.ts'

type Filters = Readonly<Record<string, string>>

type SavedViewsProps = {
  list: SavedList
  /** What the list is filtered by, as search parameters of its address; empty: by nothing. */
  filters: Readonly<Record<string, string | undefined>>
  addressOf: (filters: Filters) => string
}

/** Stores the filters of a list under a name, and opens them again. They are the person's own. */
export function SavedViews({ list, filters, addressOf }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const done = (sentence: string) => {
    close()
    showToast({ className: 'success', header: sentence })
    void refreshAll()
  }
  const set: Filters = Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return (
    <>
      <Button onPress={() => setOpen(true)}>Saved views</Button>
      <Dialog title="Saved views" isOpen={isOpen} onClose={close}>
        <OwnViews list={list} addressOf={addressOf} onOpen={close} onDone={done} />
        {Object.keys(set).length > 0 ? (
          <SaveView list={list} filters={set} onDone={done} />
        ) : (
          <p>Set filters first to save them under a name.</p>
        )}
      </Dialog>
    </>
  )
}

type OwnViewsProps = Pick<SavedViewsProps, 'list' | 'addressOf'> & {
  onOpen: () => void
  onDone: (sentence: string) => void
}

function OwnViews({ list, addressOf, onOpen, onDone }: OwnViewsProps) {
  const listed = useQuery(query(listSavedViews, { query: { list } }))
  const { isPending, run } = usePending()
  const remove = async ({ viewId, name }: SavedView) => {
    await call(deleteSavedView, { params: { viewId } })
    onDone(`The view ${name} was deleted.`)
  }
  if (listed.isLoadingError) return <LoadFailure what="Your saved views" requests={[listed]} />
  if (!listed.data) return <Skeleton shape="text" lines={3} label="Loading your saved views" />
  if (listed.data.views.length === 0) return <p>You have saved no view of this list yet.</p>
  return (
    <EntryList>
      {listed.data.views.map(view => (
        <Entry
          key={view.viewId}
          action={
            <Button kind="text" isPending={isPending} onPress={() => void run(() => remove(view))}>
              Delete<VisuallyHidden> the view {view.name}</VisuallyHidden>
            </Button>
          }
        >
          <Link to={addressOf(view.filters)} onClick={onOpen}>
            {view.name}
          </Link>
        </Entry>
      ))}
    </EntryList>
  )
}

type SaveViewProps = { list: SavedList; filters: Filters; onDone: (sentence: string) => void }

function SaveView({ list, filters, onDone }: SaveViewProps) {
  const form = useForm({
    schema: z.object({ name: viewName }),
    initial: { name: '' },
    save: ({ name }) =>
      call(saveView, { body: { data: { type: 'command', attributes: { list, name, filters } } } }),
    onSaved: (_saved, { name }) => onDone(`The view ${name.trim()} was saved.`),
  })
  return (
    <Form form={form} guardsChanges={false} label="Save this view">
      <TextField
        label="Name of this view"
        hint="A view that has the name already is replaced."
        maxLength={maxViewNameLength}
        isRequired
        autoComplete="off"
        {...form.field('name')}
      />
      <SubmitRow isPending={form.isPending} submitText="Save this view" />
    </Form>
  )
}
