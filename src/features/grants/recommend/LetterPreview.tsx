import { useState } from 'react'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { grantLetter, type LetterFacts } from '../domain/grant-letter.ts'
import styles from './LetterPreview.module.css'

/** The letter as the charity will read it. */
export function LetterPreview({ facts }: { facts: LetterFacts }) {
  const [isOpen, setOpen] = useState(false)
  const { salutation, paragraphs, closing } = grantLetter(facts)
  return (
    <Disclosure heading="The letter that the charity will read" isOpen={isOpen} onToggle={setOpen}>
      <div className={styles.letter}>
        <p>{salutation}</p>
        {paragraphs.map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>{closing}</p>
      </div>
    </Disclosure>
  )
}
