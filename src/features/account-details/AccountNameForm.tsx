import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { useOtherEdits } from '../../web/api/use-other-edits.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { OtherEditsNotice } from '../../web/form/OtherEditsNotice.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { TermsAcknowledgment } from '../../web/form/TermsAcknowledgment.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCan } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { acknowledgesTerms, type StoredAccountName, updateAccountName } from './account-name.contract.ts'
import { accountName, maxAccountNameLength } from './domain/account-name.ts'

type Draft = { accountName: string; acknowledgesTerms: boolean }

const pristine = ({ accountName }: StoredAccountName): Draft => ({ accountName, acknowledgesTerms: false })

/** A box is true or false; only true passes. */
const draft = z.object({ accountName, acknowledgesTerms: z.pipe(z.boolean(), acknowledgesTerms) })

/** The form of §2.9 with the rules of §4 and §5. */
export function AccountNameForm({ stored, fundId }: { stored: StoredAccountName; fundId: number }) {
  const { writeAccess } = useCurrentAccount()
  const maySubmit = useCan('ACCOUNT_DETAILS_UPDATE') && writeAccess
  const { revision, otherEdits, ...edits } = useOtherEdits(stored.revision)
  const [isSaved, setSaved] = useState(false)
  const form = useForm({
    schema: draft,
    initial: pristine(stored),
    save: async values =>
      await call(updateAccountName, {
        params: { fundId },
        body: {
          data: { type: 'command', attributes: { acknowledgesTerms: values.acknowledgesTerms, revision } },
          db: { account: { [stored.id]: { attributes: { fundId, accountName: values.accountName } } } },
        },
      }),
    onSaved: saved => {
      show(saved)
      setSaved(true)
      void refreshAll()
    },
    onFailure: failure => {
      setSaved(false)
      if (edits.onFailure(failure)) void refreshAll()
    },
  })
  const show = (name: StoredAccountName) => {
    form.reset(pristine(name))
    edits.continueFrom(name.revision)
  }
  // A name that was stored elsewhere replaces this one, unless the person has started to edit it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when what is stored changes
  useEffect(() => {
    if (stored.revision > revision && !form.isDirtyNow()) show(stored)
  }, [stored])
  return (
    <>
      {isSaved && !form.isDirty ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>Your requested updates have been saved.</p>
        </Alert>
      ) : null}
      {maySubmit ? null : <Alert kind="caution">You do not have access to submit this form.</Alert>}
      {otherEdits === null ? null : (
        <OtherEditsNotice
          edits={otherEdits}
          instantStyle={clientContext().clientSettings}
          fields={[{ name: 'accountName', label: 'account name', own: form.values.accountName }]}
          onUseSaved={saved => show({ ...stored, ...saved })}
        />
      )}
      <Form form={form} label="Account Name" guardsChanges={maySubmit}>
        <TextField
          label="Account Name"
          maxLength={maxAccountNameLength}
          isRequired
          isReadOnly={!maySubmit}
          autoComplete="off"
          {...form.field('accountName')}
        />
        <TermsAcknowledgment
          termsPage={paths.terms()}
          {...form.field('acknowledgesTerms')}
          isDisabled={!maySubmit}
        />
        <SubmitRow isPending={form.isPending} submitText="Save" isDisabled={!maySubmit}>
          <Link to={paths.account()} onClick={() => form.reset()}>
            Cancel
          </Link>
        </SubmitRow>
      </Form>
    </>
  )
}
