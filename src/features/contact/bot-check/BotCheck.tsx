import { useEffect, useRef, useSyncExternalStore } from 'react'
import { botCheckServices } from '../../../contract/bot-check.ts'
import { ProgressBar } from '../../../web/ui/progress/ProgressBar.tsx'
import styles from './BotCheck.module.css'
import type { BotChecker, BotCheckState, ExternalTask } from './bot-checker.ts'
import { drawService } from './external-service.ts'

/** What is read out, at the beginning and at the end and not at each step between. */
function spoken(state: BotCheckState): string {
  switch (state.step) {
    case 'waiting':
      return ''
    case 'working':
      return 'Checking that no program is writing. You can go on.'
    case 'asking':
      return `Please answer the check by ${botCheckServices[state.task.service]}.`
    case 'done':
      return 'The check is done.'
    case 'failed':
      return 'The check could not be made. It is tried again when you send your message.'
  }
}

/**
 * The bot check of a form (open-points 7). The portal's own needs nothing of the visitor: their browser calculates a little
 * while they write, and nobody else hears of them.
 */
export function BotCheck({ checker }: { checker: BotChecker }) {
  const state = useSyncExternalStore(checker.subscribe, checker.read)
  return (
    <div className={styles.check}>
      <p role="status" className={styles.words}>
        {spoken(state)}
      </p>
      {state.step === 'working' ? (
        <ProgressBar
          label="Check"
          value={state.share}
          max={1}
          text={`${Math.min(100, Math.round(state.share * 100))}%`}
        />
      ) : null}
      {state.step === 'asking' ? <OutsideCheck task={state.task} checker={checker} /> : null}
    </div>
  )
}

function OutsideCheck({ task, checker }: { task: ExternalTask; checker: BotChecker }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    // An element of its own: the services draw into one once, and effects may run twice.
    const drawn = document.createElement('div')
    place.current.append(drawn)
    void drawService(drawn, task, { onToken: checker.take, onFailure: checker.fail })
    return () => drawn.remove()
  }, [task, checker])
  return <div ref={place} />
}
