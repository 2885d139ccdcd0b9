import { useLocation, useSearch } from '@tanstack/react-router'
import { wordsTyped } from '../../web/content/find-text.ts'
import { useShowView } from '../../web/content/use-show-view.ts'
import { useTyped } from '../../web/content/use-typed.ts'
import { paths } from '../../web/routing/paths.ts'
import { ChoiceBar } from '../../web/ui/actions/ChoiceBar.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import styles from './Faq.module.css'
import { FaqTopics } from './FaqTopics.tsx'
import { faqView, findQuestions, type Question, topicsOf } from './faq-view.ts'
import { NoAnswer } from './NoAnswer.tsx'

const allTopics = ''

/** The search, the topics, and what they leave of the questions. */
export function FaqSearch({ questions }: { questions: readonly Question[] }) {
  const view = faqView(useSearch({ strict: false }), questions)
  const named = useLocation({ select: location => location.hash })
  const showView = useShowView()
  const show = (next: { typed?: string; topic?: string | null }) => {
    const { typed: q, topic } = { ...view, ...next }
    showView(paths.faq({ q: q.trim() || undefined, topic: topic ?? undefined }))
  }
  const [typed, setTyped] = useTyped(view.typed, text => show({ typed: text }))
  const words = wordsTyped(typed)
  const found = findQuestions(questions, { words, topic: view.topic })
  const topics = topicsOf(questions)
  if (questions.length === 0) return <NoAnswer words="" />
  return (
    <>
      <search className={styles.search}>
        <SearchField
          label="Search the questions and answers"
          name="faq-search"
          value={typed}
          onChange={setTyped}
        />
      </search>
      {topics.length < 2 ? null : (
        <ChoiceBar
          label="Topic"
          choices={[
            { value: allTopics, text: 'All topics' },
            ...topics.map(topic => ({ value: topic, text: topic })),
          ]}
          value={view.topic ?? allTopics}
          onChange={topic => show({ typed, topic: topic === allTopics ? null : topic })}
        />
      )}
      <p role="status" className={styles.count}>
        {countLabel(found.length, words.length > 0)}
      </p>
      {found.length === 0 ? (
        <NoAnswer words={typed.trim()} />
      ) : (
        <FaqTopics questions={found} words={words} named={named} />
      )}
    </>
  )
}

function countLabel(count: number, isSearch: boolean): string {
  if (count === 0) return 'No answer found'
  const questions = count === 1 ? '1 question' : `${count} questions`
  return isSearch ? `${questions} found` : questions
}
