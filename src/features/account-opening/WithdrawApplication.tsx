import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { queryClient, refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import styles from './AccountOpening.module.css'
import { type AccountApplication, returnToDraft, withdrawApplication } from './account-opening.contract.ts'
import { applicationQuery } from './application-query.ts'

const questions = {
  'return-to-draft': {
    title: 'Do you want to change this application?',
    text: 'It becomes a draft again. Existing signatures become void, and everyone signs the changed application.',
    confirm: 'Change it',
    done: 'The application is a draft again.',
    endpoint: returnToDraft,
  },
  withdraw: {
    title: 'Do you want to withdraw this application?',
    text: 'This cannot be undone. No one will need to sign it.',
    confirm: 'Withdraw it',
    done: 'The application was withdrawn.',
    endpoint: withdrawApplication,
  },
} as const

/** Returns an application to draft, or withdraws it permanently; each after a confirmation. */
export function WithdrawApplication({ application }: { application: AccountApplication }) {
  const [asked, setAsked] = useState<keyof typeof questions | null>(null)
  const [isPending, setPending] = useState(false)
  const { applicationId, mayReturnToDraft, mayWithdraw } = application
  const confirm = async () => {
    if (asked === null) return
    setPending(true)
    try {
      const body = { data: { type: 'command' as const, attributes: {} } }
      const changed = await call(questions[asked].endpoint, { params: { applicationId }, body })
      queryClient.setQueryData(applicationQuery(applicationId).queryKey, changed)
      showToast({ className: 'success', header: questions[asked].done })
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
    setAsked(null)
    await refreshAll()
  }
  if (!mayReturnToDraft && !mayWithdraw) return null
  const shown = questions[asked ?? 'withdraw']
  return (
    <div className={classNames(styles.actions, styles.ending)}>
      {mayReturnToDraft ? (
        <Button onPress={() => setAsked('return-to-draft')}>Change the application</Button>
      ) : null}
      {mayWithdraw ? (
        <Button kind="text" onPress={() => setAsked('withdraw')}>
          Withdraw the application
        </Button>
      ) : null}
      <ConfirmDialog
        title={shown.title}
        isOpen={asked !== null}
        onCancel={() => setAsked(null)}
        onConfirm={() => void confirm()}
        confirmText={shown.confirm}
        cancelText="Go back"
        isPending={isPending}
      >
        <p>{shown.text}</p>
      </ConfirmDialog>
    </div>
  )
}
