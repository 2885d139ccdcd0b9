import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { Form } from '../../web/form/Form.tsx'
import { FormHeading } from '../../web/form/FormHeading.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import styles from './LegacyPlan.module.css'
import { endowmentReason, type LegacyPlan, setEndowment } from './legacy-plan.contract.ts'

/** For the sponsor's staff: whether the fund is endowed, with the reason (§17). */
export function Endowment({ stored, fundId }: { stored: LegacyPlan; fundId: number }) {
  const [isOpen, setOpen] = useState(false)
  /** Cancel gives the focus back to the button. */
  const [wasOpened, setOpened] = useState(false)
  return (
    <section className={styles.section}>
      <h2>Endowment</h2>
      <p>
        {stored.isEndowed
          ? 'This fund is endowed, so its plan cannot be changed.'
          : 'This fund is not endowed. Its legacy plan says who receives it.'}
      </p>
      {isOpen ? (
        <EndowmentForm stored={stored} fundId={fundId} onClose={() => setOpen(false)} />
      ) : (
        <p>
          <Button
            autoFocus={wasOpened}
            onPress={() => {
              setOpened(true)
              setOpen(true)
            }}
          >
            {stored.isEndowed ? 'End the endowment' : 'Set as endowed'}
          </Button>
        </p>
      )}
    </section>
  )
}

type EndowmentFormProps = { stored: LegacyPlan; fundId: number; onClose: () => void }

function EndowmentForm({ stored: { isEndowed, revision }, fundId, onClose }: EndowmentFormProps) {
  const form = useForm({
    schema: z.object({ reason: endowmentReason }),
    initial: { reason: '' },
    save: async ({ reason }) =>
      await call(setEndowment, {
        params: { fundId },
        body: { data: { type: 'command', attributes: { isEndowed: !isEndowed, reason, revision } } },
      }),
    onSaved: () => {
      showToast({
        className: 'success',
        header: isEndowed ? 'The endowment has ended.' : 'This fund is endowed now.',
      })
      void refreshAll()
      onClose()
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshAll()
    },
  })
  const title = isEndowed ? 'End the endowment' : 'Set as endowed'
  return (
    <div className={styles.editor}>
      <Form form={form} label={title}>
        <FormHeading level={3}>{title}</FormHeading>
        <TextArea
          label="Reason"
          hint="For our records. Donors don’t see it."
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText={title}>
          <Button kind="text" onPress={onClose}>
            Cancel
          </Button>
        </SubmitRow>
      </Form>
    </div>
  )
}
