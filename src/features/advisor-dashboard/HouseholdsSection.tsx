import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../web/api/query.ts'
import { showFailure, showSubmitFailure } from '../../web/api/show-failure.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { afterRemoval } from '../../web/routing/after-removal.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCan } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import { Note } from '../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AdvisorDashboard.module.css'
import {
  createHousehold,
  deleteHousehold,
  householdName,
  listHouseholds,
  maxHouseholdNameLength,
  renameHousehold,
} from './advisor-dashboard.contract.ts'

type Household = { householdId: string; name: string; accounts: number }

/** The person's own households, which they create, rename and delete here. */
export function HouseholdsSection() {
  const households = useQuery(query(listHouseholds, {}))
  const mayEdit = useCan('HOUSEHOLD_EDIT')
  const [renamed, setRenamed] = useState<Household | null>(null)
  const [deleted, setDeleted] = useState<Household | null>(null)
  const rows = households.data?.data ?? []
  if (!mayEdit) return null
  return (
    <section aria-label="Households" className={styles.onScreen}>
      <p>Group accounts that belong together. Only you can see your households.</p>
      {households.isLoadingError ? <LoadFailure what="Your households" requests={[households]} /> : null}
      {rows.length === 0 ? null : (
        <ul className={styles.households}>
          {rows.map(row => (
            <li key={row.householdId}>
              <span>
                <Link to={paths.advisorDashboard({ household: row.householdId })}>{row.name}</Link>
                <Note>{row.accounts === 1 ? '1 account' : `${row.accounts} accounts`}</Note>
              </span>
              <span className={styles.actions}>
                <Button kind="text" onPress={() => setRenamed(row)}>
                  Rename<VisuallyHidden> {row.name}</VisuallyHidden>
                </Button>
                <Button kind="text" onPress={() => setDeleted(row)}>
                  Delete<VisuallyHidden> {row.name}</VisuallyHidden>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NameForm
        key={renamed?.householdId ?? rows.length}
        household={renamed}
        onDone={() => setRenamed(null)}
      />
      <DeleteDialog household={deleted} onClose={() => setDeleted(null)} />
    </section>
  )
}

/** Creates or renames a household. */
function NameForm({ household, onDone }: { household: Household | null; onDone: () => void }) {
  const form = useForm({
    schema: z.object({ name: householdName }),
    initial: { name: household?.name ?? '' },
    save: async attributes => {
      const body = { data: { type: 'command' as const, attributes } }
      return household === null
        ? await call(createHousehold, { body })
        : await call(renameHousehold, { params: { householdId: household.householdId }, body })
    },
    onSaved: (_saved, { name }) => {
      showToast({
        className: 'success',
        header:
          household === null
            ? `The household ${name.trim()} was created.`
            : `It is called ${name.trim()} now.`,
      })
      form.reset({ name: '' })
      onDone()
      void refreshAll()
    },
    onFailure: showSubmitFailure,
  })
  return (
    <Form
      form={form}
      guardsChanges={false}
      label={household === null ? 'New household' : `Rename ${household.name}`}
    >
      <TextField
        label={household === null ? 'Name of a new household' : `New name of ${household.name}`}
        maxLength={maxHouseholdNameLength}
        {...form.field('name')}
      />
      <SubmitRow
        isPending={form.isPending}
        submitText={household === null ? 'Create household' : 'Rename it'}
      >
        {household === null ? null : <Button onPress={onDone}>Cancel</Button>}
      </SubmitRow>
    </Form>
  )
}

function DeleteDialog({ household, onClose }: { household: Household | null; onClose: () => void }) {
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    if (household === null) return
    setPending(true)
    try {
      const body = { data: { type: 'command' as const, attributes: {} } }
      await call(deleteHousehold, { params: { householdId: household.householdId }, body })
      onClose()
      await refreshAll()
      afterRemoval(`The household ${household.name} was deleted.`)
    } catch (failure) {
      showFailure(failure)
      onClose()
      void refreshAll()
    }
    setPending(false)
  }
  return (
    <ConfirmDialog
      title={`Do you want to delete the household ${household?.name ?? ''}?`}
      isOpen={household !== null}
      onCancel={onClose}
      onConfirm={() => void confirm()}
      confirmText="Delete"
      cancelText="Go back"
      isPending={isPending}
    >
      <p>Its accounts are not deleted. They will no longer belong to a household.</p>
    </ConfirmDialog>
  )
}
