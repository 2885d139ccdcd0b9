import { z } from 'zod'
import {
  accountNumber,
  companyId,
  routingNumber,
  serviceUserNumber,
  sortCode,
} from '../../src/clients/from-files/bank-fields.ts'
import { email, timeZone } from '../../src/clients/from-files/client-file.ts'
import { line } from '../../src/clients/from-files/fields.ts'
import { fileName } from '../../src/clients/from-files/look-fields.ts'
import { einIn } from '../../src/clients/year-end.ts'
import { databaseUrlProblem } from '../../src/server/db/database-url.ts'

export type Answers = Readonly<Record<string, string>>

export type Question = {
  /** As the file of answers has it. */
  name: string
  asks: string
  /** What the answer has to be. */
  schema: z.ZodType
  /** What is wrong with an answer after the others, as the rest of a sentence; null if nothing is. */
  refusal?: (answer: string, answers: Answers) => string | null
  /** What an empty answer means; absent: the question has to be answered. */
  otherwise?: (answers: Answers) => string
  /** Absent: it is always asked. */
  when?: (answers: Answers) => boolean
}

export const isAmerican = ({ base = '' }: Answers): boolean => base.startsWith('us-')
export const takesSecurities = ({ custodian = '' }: Answers): boolean => custodian !== ''
const isBritish = (answers: Answers) => !isAmerican(answers)

/** The digits of an EIN after a 1: what many banks give as a company ID. */
const companyIdOf = ({ number = '' }: Answers) => `1${number.replaceAll(/\D/g, '')}`

/** Said where it is asked: the check of the whole client would say it after the last question. */
function numberRefusal(number: string, answers: Answers): string | null {
  if (isAmerican(answers) && !einIn.test(number)) return 'must have the EIN, such as EIN 12-3456789'
  if (!/\d/.test(number)) return 'must have the number of the register'
  // Receipts and certificates show it below the name, where digits alone say nothing.
  return /\p{L}/u.test(number) ? null : 'must say what it is too, such as EIN 12-3456789'
}

const addressLines = line.refine(
  text => text.split(';').length <= 6 && text.split(';').every(each => each.trim() !== ''),
  'must be up to six lines, with a semicolon between',
)
const databaseUrl = z.string().superRefine((url, context) => {
  const problem = /^postgres(ql)?:\/\//.test(url) ? databaseUrlProblem(url) : 'it begins with postgres://'
  if (/[\s']/.test(url)) context.addIssue('must have neither spaces nor quotes')
  else if (problem !== null) context.addIssue(`must be an address of PostgreSQL (${problem})`)
  else if (/^\w+:\/\/[^/@]*:[^/@]*@/.test(url))
    context.addIssue('must not have the administrator’s password: the program logs in with roles of its own')
})
const mailServer = z
  .string()
  .regex(/^(smtps?:\/\/[^\s']+)?$/, 'must be such as smtps://USER:PASSWORD@mail.example.org:465')
const path = z.string().regex(/^\/[\w./-]+$/, 'must be a path such as /var/lib/almoner')

/** All questions, in the order in which they are asked. An answer may decide about later ones. */
export const questions: readonly Question[] = [
  {
    name: 'name',
    asks: 'A short name for your portal, part of its address: meadow for https://meadow.example.org. It never changes.',
    schema: fileName,
  },
  {
    name: 'domain',
    asks: 'The domain below which it is found: example.org',
    schema: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as example.org'),
  },
  {
    name: 'base',
    asks: 'What you are: us-trust, us-bank, uk-trust or uk-bank',
    schema: z.enum(['us-trust', 'us-bank', 'uk-trust', 'uk-bank'], {
      error: 'must be us-trust, us-bank, uk-trust or uk-bank',
    }),
  },
  { name: 'displayName', asks: 'The name that people see', schema: line },
  {
    name: 'tagline',
    asks: 'A few words beside it',
    schema: line,
    otherwise: () => 'Donor-advised funds',
  },
  { name: 'legalName', asks: 'The legal name of the organization that holds the funds', schema: line },
  {
    name: 'number',
    asks: 'Its number, with what it is: EIN 12-3456789, or Registered charity in England and Wales, number 1234567',
    schema: line,
    refusal: numberRefusal,
  },
  { name: 'address', asks: 'Its postal address, with a semicolon between lines', schema: addressLines },
  { name: 'phone', asks: 'The phone number for questions', schema: line },
  { name: 'hours', asks: 'When it is answered, as a sentence has it', schema: line },
  { name: 'email', asks: 'The e-mail address for questions, which also sends the mail', schema: email },
  {
    name: 'securityEmail',
    asks: 'The e-mail address for people who found a weakness',
    schema: email,
    otherwise: ({ email: support = '' }) => support,
  },
  {
    name: 'timeZone',
    asks: 'The time zone',
    schema: timeZone,
    otherwise: answers => (isAmerican(answers) ? 'America/New_York' : 'Europe/London'),
  },
  { name: 'bankName', asks: 'The bank that pays your grants', schema: line },
  {
    name: 'routingNumber',
    asks: 'Its routing number',
    schema: routingNumber,
    when: isAmerican,
  },
  { name: 'sortCode', asks: 'Its sort code, six digits', schema: sortCode, when: isBritish },
  { name: 'accountNumber', asks: 'The number of the account that pays grants', schema: accountNumber },
  {
    name: 'companyId',
    asks: 'The company ID that the bank gave you for ACH',
    schema: companyId,
    otherwise: companyIdOf,
    when: isAmerican,
  },
  {
    name: 'serviceUserNumber',
    asks: 'Your Bacs service user number; empty if the bank takes pain.001 files',
    schema: z.union([z.literal(''), serviceUserNumber]),
    otherwise: () => '',
    when: isBritish,
  },
  {
    name: 'contributionsAccountNumber',
    asks: 'The number of the account for contributions, at the same bank',
    schema: accountNumber,
    otherwise: ({ accountNumber: paying = '' }) => paying,
  },
  {
    name: 'custodian',
    asks: 'The custodian for securities that donors give; empty if you take none',
    schema: z.union([z.literal(''), line]),
    otherwise: () => '',
  },
  {
    name: 'participant',
    asks: 'Its participant number at DTC or CREST',
    schema: line,
    when: takesSecurities,
  },
  { name: 'custodyAccount', asks: 'Your account there', schema: line, when: takesSecurities },
  {
    name: 'databaseUrl',
    asks: 'The database, without a password',
    schema: databaseUrl,
    otherwise: () => 'postgres://almoner_admin@localhost:5432/almoner',
  },
  {
    name: 'smtpUrl',
    asks: 'The mail server: smtps://USER:PASSWORD@HOST:PORT; empty for none yet',
    schema: mailServer,
    otherwise: () => '',
  },
  {
    name: 'user',
    asks: 'The user of this machine who runs the program',
    schema: z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'must be the name of a user'),
    otherwise: () => 'almoner',
  },
  {
    name: 'dataDir',
    asks: 'The folder for files',
    schema: path,
    otherwise: () => '/var/lib/almoner',
  },
]

/** The answer that counts, or what is wrong with it as the rest of a sentence. */
export function answerOf(
  question: Question,
  given: string,
  answers: Answers,
): { answer: string } | { problem: string } {
  const answer = given.trim() === '' ? (question.otherwise?.(answers) ?? '') : given.trim()
  if (answer === '' && !question.otherwise) return { problem: 'has to be answered' }
  const parsed = question.schema.safeParse(answer)
  if (!parsed.success) return { problem: parsed.error.issues.map(({ message }) => message).join(', ') }
  const refusal = question.refusal?.(answer, answers) ?? null
  return refusal === null ? { answer } : { problem: refusal }
}

/** The answers of a file: strings by the names of questions. Everything that is wrong is said at once. */
export function answersOfFile(text: string): { answers: Answers; problems: readonly string[] } {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    return { answers: {}, problems: [`It is not JSON: ${error instanceof Error ? error.message : error}.`] }
  }
  const given = z.record(z.string(), z.string()).safeParse(read)
  if (!given.success) return { answers: {}, problems: ['It has to have a text for each name.'] }
  const answers: Record<string, string> = {}
  const problems: string[] = []
  for (const question of questions) {
    // What is asked depends on the base; without one there is nothing to say about it.
    if (question.when && (answers.base === undefined || !question.when(answers))) continue
    const found = answerOf(question, given.data[question.name] ?? '', answers)
    if ('problem' in found) problems.push(`${question.name} ${found.problem}.`)
    else answers[question.name] = found.answer
  }
  const unknown = Object.keys(given.data).filter(name => !questions.some(question => question.name === name))
  for (const name of unknown) problems.push(`There is no question ${name}.`)
  return { answers, problems }
}
