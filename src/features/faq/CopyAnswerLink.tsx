import { useState } from 'react'
import { paths } from '../../web/routing/paths.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import styles from './Faq.module.css'

/** Puts the address of one answer on the clipboard; where the browser does not let it, the address is shown to be copied. */
export function CopyAnswerLink({ name }: { name: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const address = new URL(paths.faq({ question: name }), window.location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return (
    <p className={styles.copy}>
      <Button kind="text" onPress={() => void copy()}>
        Copy a link to this answer
      </Button>
      <span role="status" className={styles.copied}>
        {state === 'copied' ? 'Link copied' : state === 'refused' ? address : ''}
      </span>
    </p>
  )
}
