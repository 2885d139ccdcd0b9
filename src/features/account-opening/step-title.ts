import { advisorWord } from '../../web/client-context/advisor-word.ts'
import { type Step, stepTitles } from './domain/application.ts'

/** The title of a step at the page's client. */
export const stepTitle = (step: Step): string =>
  step === 'advisor' ? advisorWord('Title') : stepTitles[step]
