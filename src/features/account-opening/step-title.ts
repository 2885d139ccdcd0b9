import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { type Step, stepTitles } from './domain/application.ts'

/** The title of a step at the page's client. */
export const stepTitle = (step: Step): string =>
  step === 'advisor' ? inClientEnglish('Adviser') : stepTitles[step]
