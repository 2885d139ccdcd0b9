import { useEffect, useState } from 'react'
import { holdsAll } from '../../web/content/find-text.ts'
import { Marked } from '../../web/content/Marked.tsx'
import { Chapter } from '../../web/ui/sections/Chapter.tsx'
import { Disclosure } from '../../web/ui/sections/Disclosure.tsx'
import { RichText } from '../../web/ui/text/RichText.tsx'
import { CopyAnswerLink } from './CopyAnswerLink.tsx'
import styles from './Faq.module.css'
import { type Question, topicsOf } from './faq-view.ts'

type FaqTopicsProps = {
  questions: readonly Question[]
  words: readonly string[]
  /** The question that the address names after #, if it does. */
  named: string
}

/** Names of questions share the page with the frame's own. */
const placeOf = (name: string) => `question-${name}`

/** The questions under their topics, each opening into its answer. */
export function FaqTopics({ questions, words, named }: FaqTopicsProps) {
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({})
  // What was found in the answer alone is opened, or the mark would not be seen.
  const isOpen = ({ name, question }: Question) =>
    pressed[name] ?? (name === named || (words.length > 0 && !holdsAll(question, words)))

  // A question named by the address is where one begins to read: on arrival, and when a link on the page names another.
  useEffect(() => {
    const place = named === '' ? null : document.getElementById(placeOf(named))
    place?.scrollIntoView({ block: 'start' })
    place?.querySelector('button')?.focus({ preventScroll: true })
  }, [named])

  return topicsOf(questions).map(topic => (
    <Chapter key={topic} heading={topic}>
      <div className={styles.questions}>
        {questions
          .filter(question => question.topic === topic)
          .map(question => (
            <div key={question.name} id={placeOf(question.name)}>
              <Disclosure
                heading={
                  <span>
                    <Marked text={question.question} words={words} />
                  </span>
                }
                level={3}
                isOpen={isOpen(question)}
                onToggle={opened => setPressed({ ...pressed, [question.name]: opened })}
              >
                <RichText
                  text={question.answer}
                  headingLevel={4}
                  checkpointPrefix={`${question.name}-`}
                  drawWords={text => <Marked text={text} words={words} />}
                />
                <CopyAnswerLink name={question.name} />
              </Disclosure>
            </div>
          ))}
      </div>
    </Chapter>
  ))
}
