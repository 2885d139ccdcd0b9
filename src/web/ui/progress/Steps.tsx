import { Link } from '../actions/Link.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './Steps.module.css'

type StepsProps = {
  /** The process: 'Recommend a grant'. */
  label: string
  steps: readonly {
    title: string
    /** The address of an earlier step that can be opened again. */
    to?: string
    /** Whether an earlier step is complete; absent: it is. */
    isDone?: boolean
  }[]
  /** Index of the current step, from 0. */
  current: number
}

/** The progress through a form of several steps. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav aria-label={label} className={styles.steps}>
      <p className={styles.short}>
        Step {current + 1} of {steps.length}
        <span aria-hidden="true">: {steps[current]?.title}</span>
      </p>
      <ol>
        {steps.map((step, index) => {
          const isEarlier = index < current
          const isDone = isEarlier && (step.isDone ?? true)
          const state = isDone ? 'done' : index === current ? 'current' : 'upcoming'
          return (
            <li
              key={step.title}
              className={classNames(styles.step, styles[state])}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <span className={styles.number} aria-hidden="true">
                {isDone ? <Icon name="tick" className={styles.tick} /> : index + 1}
              </span>
              {isEarlier && step.to !== undefined ? <Link to={step.to}>{step.title}</Link> : step.title}
              {isEarlier ? <VisuallyHidden> ({isDone ? 'done' : 'not complete'})</VisuallyHidden> : null}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
