import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { requiredText } from '../../../../contract/required-text.ts'
import { call } from '../../../../web/api/call.ts'
import { showFailure } from '../../../../web/api/show-failure.ts'
import { Form } from '../../../../web/form/Form.tsx'
import { SubmitRow } from '../../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { afterRemoval } from '../../../../web/routing/after-removal.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../../web/ui/notices/toast-store.ts'
import { ConfirmDialog } from '../../../../web/ui/overlay/ConfirmDialog.tsx'
import { maxAltLength, missingAlt } from '../../../files/domain/file-kinds.ts'
import { describeFile, listFiles, type ManagedFile, removeFile } from '../../../files/files.contract.ts'
import styles from './Files.module.css'
import { isPicture } from './file-labels.ts'

/** The commands for a file: change its description, and remove it if only drafts use it. */
export function FileCommands({ file }: { file: ManagedFile }) {
  const [isDescribing, setDescribing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [isPending, setPending] = useState(false)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [listFiles.path] })
  const remove = async () => {
    setPending(true)
    try {
      await call(removeFile, { params: { fileId: file.fileId } })
      await refresh()
      afterRemoval(`${file.name} was removed.`)
    } catch (failure) {
      showFailure(failure)
    } finally {
      setPending(false)
      setRemoving(false)
    }
  }
  if (isDescribing)
    return (
      <DescribeForm
        file={file}
        onDone={() => {
          setDescribing(false)
          void refresh()
        }}
      />
    )
  return (
    <div className={styles.buttons}>
      {isPicture(file.mediaType) ? (
        <Button
          kind="text"
          aria-label={`Change the description of ${file.name}`}
          onPress={() => setDescribing(true)}
        >
          Change the description
        </Button>
      ) : null}
      {file.usedBy.length === 0 ? (
        <Button kind="text" aria-label={`Remove ${file.name}`} onPress={() => setRemoving(true)}>
          Remove
        </Button>
      ) : null}
      <ConfirmDialog
        title={`Remove ${file.name}?`}
        isOpen={isRemoving}
        onCancel={() => setRemoving(false)}
        onConfirm={() => void remove()}
        isPending={isPending}
        isDangerous
        confirmText="Yes, remove it"
        cancelText="No, keep it"
      >
        <p>Links to it will stop working immediately. Drafts that use it will show nothing in its place.</p>
      </ConfirmDialog>
    </div>
  )
}

const schema = z.object({
  alt: requiredText(maxAltLength, missingAlt),
})

function DescribeForm({ file, onDone }: { file: ManagedFile; onDone: () => void }) {
  const form = useForm({
    schema,
    initial: { alt: file.alt },
    save: ({ alt }) =>
      call(describeFile, {
        params: { fileId: file.fileId },
        body: { data: { type: 'command', attributes: { alt } } },
      }),
    onSaved: () => {
      showToast({ className: 'success', header: `The description of ${file.name} was saved.` })
      onDone()
    },
    onFailure: showFailure,
  })
  return (
    <Form form={form} label={`What ${file.name} shows`}>
      <TextField label="Picture description" maxLength={maxAltLength} autoFocus {...form.field('alt')} />
      <SubmitRow isPending={form.isPending} submitText="Save">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
