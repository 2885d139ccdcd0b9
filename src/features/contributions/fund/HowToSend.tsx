import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { RichText } from '../../../web/ui/text/RichText.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import type { WayToGive } from '../domain/announcement.ts'
import type { InstructionFact, Instructions } from './announcements.contract.ts'
import styles from './Contribute.module.css'

type HowToSendProps = {
  way: WayToGive
  instructions: Instructions
  /** The number of what was announced; null before it is. */
  reference: string | null
}

/** The editors' text about a way of giving, and where it leads, ready to copy. */
export function HowToSend({ way, instructions, reference }: HowToSendProps) {
  const found = instructions.ways.find(each => each.way === way)
  if (!found) return null
  const facts: InstructionFact[] = [
    ...found.facts,
    ...(reference === null ? [] : [{ label: 'Reference', value: reference, isCopied: true }]),
  ]
  return (
    <>
      <RichText text={found.text} headingLevel={3} className={styles.text} />
      <DescriptionList
        items={facts.map(fact => ({
          term: fact.label,
          description: fact.isCopied ? <Copied {...fact} /> : fact.value,
        }))}
      />
      {reference === null ? <Note>You’ll get a reference when you have announced it.</Note> : null}
    </>
  )
}

/** A value with a button that copies it; where the browser blocks the clipboard, the value can still be selected. */
function Copied({ label, value }: InstructionFact) {
  const [state, setState] = useState<'idle' | 'copied' | 'blocked'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
    } catch {
      setState('blocked')
    }
  }
  return (
    <span className={styles.copied}>
      <span className={styles.value}>{value}</span>
      <Button kind="text" onPress={() => void copy()}>
        Copy<VisuallyHidden> {label}</VisuallyHidden>
      </Button>
      <span role="status" className={styles.done}>
        {state === 'copied' ? 'Copied' : state === 'blocked' ? 'Please select and copy it' : ''}
      </span>
    </span>
  )
}

/** The days until which contributions of this year have to be sent, while there are any. */
export function Deadlines({ instructions }: { instructions: Instructions }) {
  const { locale, today } = clientContext().clientSettings
  const ahead = instructions.deadlines.filter(({ on }) => on >= today)
  if (ahead.length === 0) return null
  return (
    <aside aria-label="Deadlines of this year" className={styles.deadlines}>
      <h2>Deadlines of this year</h2>
      <DescriptionList
        items={ahead.map(({ gift, on }) => ({ term: gift, description: formatDate(on, locale) }))}
      />
    </aside>
  )
}
