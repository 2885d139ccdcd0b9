import { useEffect, useState } from 'react'
import { containsAll } from '../../web/content/find-text.ts'
import { Highlighted } from '../../web/content/Highlighted.tsx'
import { paths } from '../../web/routing/paths.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Chapter } from '../../web/ui/sections/Chapter.tsx'
import { Disclosure } from '../../web/ui/sections/Disclosure.tsx'
import { RichText } from '../../web/ui/text/RichText.tsx'
import styles from './Faq.module.css'
import { type Question, topicsOf } from './faq-view.ts'

type FaqTopicsProps = {
  questions: readonly Question[]
  terms: readonly string[]
  /** The question in the address's hash, or ''. */
  linkedName: string
}

/** The prefix keeps question ids apart from the other ids of the page. */
const idOf = (name: string) => `question-${name}`

/** The questions by topic. Each opens to show its answer. */
export function FaqTopics({ questions, terms, linkedName }: FaqTopicsProps) {
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  // A match in the answer alone opens it, so that the highlighted text is visible.
  const isOpen = ({ name, question }: Question) =>
    toggled[name] ?? (name === linkedName || (terms.length > 0 && !containsAll(question, terms)))

  // The linked question gets the focus, on arrival and when a link on the page leads to another one.
  useEffect(() => {
    const element = linkedName === '' ? null : document.getElementById(idOf(linkedName))
    element?.scrollIntoView({ block: 'start' })
    element?.querySelector('button')?.focus({ preventScroll: true })
  }, [linkedName])

  return topicsOf(questions).map(topic => (
    <Chapter key={topic} heading={topic}>
      <div className={styles.questions}>
        {questions
          .filter(question => question.topic === topic)
          .map(question => (
            <div key={question.name} id={idOf(question.name)}>
              <Disclosure
                heading={
                  <span>
                    <Highlighted text={question.question} words={terms} />
                  </span>
                }
                level={3}
                isOpen={isOpen(question)}
                onToggle={opened => setToggled({ ...toggled, [question.name]: opened })}
              >
                <RichText
                  text={question.answer}
                  headingLevel={4}
                  anchorPrefix={`${question.name}-`}
                  renderText={text => <Highlighted text={text} words={terms} />}
                />
                <CopyAnswerLink name={question.name} />
              </Disclosure>
            </div>
          ))}
      </div>
    </Chapter>
  ))
}

/** Copies the link of an answer, or shows it where the browser blocks the clipboard. */
function CopyAnswerLink({ name }: { name: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'blocked'>('idle')
  const address = new URL(paths.faq({ question: name }), window.location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setState('copied')
    } catch {
      setState('blocked')
    }
  }
  return (
    <p className={styles.copy}>
      <Button kind="text" onPress={() => void copy()}>
        Copy a link to this answer
      </Button>
      <span role="status" className={styles.copied}>
        {state === 'copied' ? 'Link copied' : state === 'blocked' ? address : ''}
      </span>
    </p>
  )
}
