import { type ReactNode, useId } from 'react'
import { Icon } from '../Icon.tsx'
import styles from './Disclosure.module.css'

type DisclosureProps = {
  heading: ReactNode
  /** The level of its heading. */
  level?: 2 | 3 | 4
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** A section that opens under its heading: the accordion of §2.11. The browser's search finds its text while closed. */
export function Disclosure({ heading, level = 2, isOpen, onToggle, children }: DisclosureProps) {
  const panelId = useId()
  const Heading = `h${level}` as const
  return (
    <section className={styles.section}>
      <Heading className={styles.heading}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          className={styles.trigger}
          onClick={() => onToggle(!isOpen)}
        >
          <Icon name="chevron-right" className={styles.arrow} />
          {heading}
        </button>
      </Heading>
      <div id={panelId} hidden={!isOpen} className={styles.panel}>
        {children}
      </div>
    </section>
  )
}
