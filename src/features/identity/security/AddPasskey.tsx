import { useState } from 'react'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { atMost } from '../../../contract/typed-text.ts'
import type { PasskeyCreation } from '../../../contract/webauthn.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { createPasskey, PasskeyError, supportsPasskeys } from '../../../web/passkeys.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'
import { addPasskey, startPasskey } from '../factors/factors.contract.ts'
import { refreshSecurity } from './refresh-security.ts'
import styles from './Security.module.css'

/** Step-up first, then the name, then the browser's prompt, so that nothing interrupts the prompt. */
export function AddPasskey() {
  const { isPending, run } = usePending()
  const [creation, setCreation] = useState<PasskeyCreation | null>(null)
  const start = () => run(async () => setCreation((await call(startPasskey, {})).creation))
  if (!supportsPasskeys())
    return (
      <p className={styles.empty}>
        This browser doesn’t support passkeys. Log in with another browser to add one.
      </p>
    )
  return (
    <>
      <Button onPress={() => void start()} isPending={isPending} pendingText="One moment...">
        Add a passkey
      </Button>
      <Dialog title="Add a passkey" isOpen={creation !== null} onClose={() => setCreation(null)}>
        {creation === null ? null : <NamePasskey creation={creation} onDone={() => setCreation(null)} />}
      </Dialog>
    </>
  )
}

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), atMost(60)),
})

function NamePasskey({ creation, onDone }: { creation: PasskeyCreation; onDone: () => void }) {
  const form = useForm({
    schema,
    initial: { name: '' },
    save: async ({ name }) => {
      const passkey = await createPasskey(creation).catch(showInForm)
      await call(addPasskey, { body: { data: { type: 'command', attributes: { passkey, name } } } })
    },
    onSaved: () => {
      onDone()
      showToast({ header: 'Passkey added', className: 'success' })
      void refreshSecurity()
    },
    onFailure: failure => {
      onDone()
      showFailure(failure)
    },
  })
  return (
    <Form form={form} guardsChanges={false} label="Add a passkey">
      <TextField
        label="Name"
        hint="So you can tell your passkeys apart, for example “My phone”"
        maxLength={60}
        isRequired
        autoFocus
        autoComplete="off"
        {...form.field('name')}
      />
      <SubmitRow isPending={form.isPending} submitText="Continue">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}

function showInForm(failure: unknown): never {
  if (!(failure instanceof PasskeyError)) throw failure
  throw new Problem('validation', { errors: { '': [failure.message] } })
}
