import { useEffect, useRef, useSyncExternalStore } from 'react'
import { botCheckServices } from '../../../contract/bot-check.ts'
import { ProgressBar } from '../../../web/ui/progress/ProgressBar.tsx'
import styles from './BotCheck.module.css'
import type { BotChecker, BotCheckState, ExternalTask } from './bot-checker.ts'
import { renderService } from './external-service.ts'

/** The status text. It does not change at each step, so that screen readers announce only start and end. */
function statusText(state: BotCheckState): string {
  switch (state.step) {
    case 'waiting':
      return ''
    case 'working':
      return 'Checking that you’re not a robot. You can keep typing.'
    case 'asking':
      return `Please complete the ${botCheckServices[state.task.service]} check.`
    case 'done':
      return 'Check complete'
    case 'failed':
      return 'The check didn’t work. We’ll try again when you send your message.'
  }
}

/**
 * The bot check of a form (§17). The portal's own check needs no action and no third party: the browser solves a
 * proof-of-work challenge while the visitor types.
 */
export function BotCheck({ checker }: { checker: BotChecker }) {
  const state = useSyncExternalStore(checker.subscribe, checker.read)
  return (
    <div className={styles.check}>
      <p role="status" className={styles.status}>
        {statusText(state)}
      </p>
      {state.step === 'working' ? (
        <ProgressBar
          label="Check"
          value={state.progress}
          max={1}
          text={`${Math.min(100, Math.round(state.progress * 100))}%`}
        />
      ) : null}
      {state.step === 'asking' ? <ExternalCheck task={state.task} checker={checker} /> : null}
    </div>
  )
}

function ExternalCheck({ task, checker }: { task: ExternalTask; checker: BotChecker }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!container.current) return
    // A new element each time: the services render only once into an element, and effects can run twice.
    const element = document.createElement('div')
    container.current.append(element)
    void renderService(element, task, { onToken: checker.setToken, onFailure: checker.fail })
    return () => element.remove()
  }, [task, checker])
  return <div ref={container} />
}
