import { useId, useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import {
  cancelRun,
  checkRun,
  type RunDetails,
  releaseRun,
  sendRun,
  withdrawRun,
} from '../payments.contract.ts'
import { ApproveRun } from './ApproveRun.tsx'
import { EndRun } from './EndRun.tsx'
import styles from './Payments.module.css'
import { doneSentence, paymentCount } from './payment-labels.ts'
import { RemovePayments } from './RemovePayments.tsx'
import { RunFiles } from './RunFiles.tsx'

type RunActionsProps = { run: RunDetails; onDone: (next: RunDetails, sentence: string) => void }

/** The commands for a run in its state, or why there are none, and its files. */
export function RunActions({ run, onDone }: RunActionsProps) {
  const headingId = useId()
  const mayPay = useCan('GRANT_PAY')
  if (!mayPay || run.state === 'cancelled') return null
  const isPast = run.state === 'sent' || run.state === 'rejected'
  return (
    <section aria-labelledby={headingId} className={styles.panel}>
      <h2 id={headingId}>{isPast ? 'Files and letters' : 'Next step'}</h2>
      {run.state === 'created' ? <Created run={run} onDone={onDone} /> : null}
      {run.state === 'approved' ? <Approved run={run} onDone={onDone} /> : null}
      {isPast ? <RunFiles run={run} /> : null}
    </section>
  )
}

function Created({ run, onDone }: RunActionsProps) {
  const { runId, problems, commands } = run
  const [isEnding, setEnding] = useState(false)
  return (
    <>
      {problems > 0 ? (
        <>
          <Alert
            kind="caution"
            heading={problems === 1 ? 'One grant can’t be paid' : `${problems} grants can’t be paid`}
          >
            <p>
              {problems === 1
                ? 'Remove it to approve the rest; it will wait for the next run.'
                : 'Remove them to approve the rest; they will wait for the next run.'}
            </p>
          </Alert>
          <RemovePayments runId={runId} payment={null} onDone={onDone} />
        </>
      ) : commands.approve === null ? (
        <ApproveRun run={run} onDone={onDone} />
      ) : (
        <p>{commands.approve}</p>
      )}
      <OneCommand run={run} command="check" label="Check again" endpoint={checkRun} onDone={onDone} />
      <Disclosure heading="Cancel this run" level={3} isOpen={isEnding} onToggle={setEnding}>
        <EndRun
          runId={runId}
          command="cancel"
          endpoint={cancelRun}
          label="Reason"
          submitText="Cancel the run"
          onDone={onDone}
        />
      </Disclosure>
    </>
  )
}

function Approved({ run, onDone }: RunActionsProps) {
  const { locale } = clientContext().clientSettings
  const { runId, isReleased, method, commands } = run
  const [isEnding, setEnding] = useState(false)
  const inThePost = localEnglish('the cheques are in the post', locale)
  const notInThePost = localEnglish('How you know that no cheque is in the post', locale)
  const postQuestion = localEnglish('Are the cheques in the post?', locale)
  const what = method === 'eft' ? 'the file' : 'the register'
  return (
    <>
      <RunFiles run={run} />
      {isReleased ? (
        <OneCommand
          run={run}
          command="send"
          label={`Record that ${method === 'eft' ? 'the bank accepted the file' : inThePost}`}
          endpoint={sendRun}
          onDone={onDone}
          question={{
            title: method === 'eft' ? 'Did the bank accept the file?' : postQuestion,
            text: `${stoppedText(run)}The grants will be recorded as paid, and we’ll notify the donors. This cannot be undone.`,
          }}
          isPrimary
        />
      ) : (
        <OneCommand
          run={run}
          command="release"
          label={`Release ${what}`}
          endpoint={releaseRun}
          onDone={onDone}
          isPrimary
        />
      )}
      {commands.withdraw === null ? (
        <Disclosure heading="Withdraw the approval" level={3} isOpen={isEnding} onToggle={setEnding}>
          <EndRun
            runId={runId}
            command="withdraw"
            endpoint={withdrawRun}
            label={
              !isReleased
                ? 'Reason'
                : method === 'eft'
                  ? 'How you know that the bank doesn’t have the file'
                  : notInThePost
            }
            submitText="Withdraw the approval"
            onDone={onDone}
          />
        </Disclosure>
      ) : (
        <p>{commands.withdraw}</p>
      )}
    </>
  )
}

const stoppedText = ({ stopped: { payments } }: RunDetails) =>
  payments === 0 ? '' : `${paymentCount(payments)} can no longer be made, as this page says. `

type OneCommandProps = RunActionsProps & {
  command: 'check' | 'release' | 'send'
  label: string
  endpoint: typeof checkRun | typeof releaseRun | typeof sendRun
  question?: { title: string; text: string }
  isPrimary?: boolean
}

/** A command without a text: a button, with a confirmation if needed. */
function OneCommand({ run, command, label, endpoint, question, isPrimary = false, onDone }: OneCommandProps) {
  const [isPending, setPending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const give = async () => {
    setPending(true)
    setAsking(false)
    try {
      const next = await call(endpoint, {
        params: { runId: run.runId },
        body: { data: { type: 'command', attributes: {} } },
      })
      onDone(next, doneSentence(command, next))
    } catch (failure) {
      showFailure(failure)
      if (failure instanceof Problem && failure.code === 'conflict') void refreshAll()
    } finally {
      setPending(false)
    }
  }
  const refusal = run.commands[command]
  if (refusal === undefined) return null
  if (refusal !== null) return <p>{refusal}</p>
  return (
    <p>
      <Button
        kind={isPrimary ? 'primary' : 'quiet'}
        isPending={isPending}
        pendingText="Processing..."
        onPress={() => (question === undefined ? void give() : setAsking(true))}
      >
        {label}
      </Button>
      {question === undefined ? null : (
        <ConfirmDialog
          title={question.title}
          isOpen={isAsking}
          onCancel={() => setAsking(false)}
          onConfirm={() => void give()}
          confirmText="Yes"
          cancelText="No, go back"
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </p>
  )
}
