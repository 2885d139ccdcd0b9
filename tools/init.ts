// npm run init -- --folder /etc/almoner
// npm run init -- --folder /etc/almoner --answers answers.json
// Asks what a new installation needs, and writes its first client, its settings with fresh secrets, a seal, a systemd unit, and the
// configuration of a proxy. Replaces no file. See docs/operate.md.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { optionProblem } from './failure-text.ts'
import { installationFiles } from './init/installation-files.ts'
import { type Answers, answerOf, answersOfFile, questions } from './init/questions.ts'
import { folderProblems, writeInstallation } from './init/write-installation.ts'

const program = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

function fail(problems: readonly string[]): never {
  console.error(['Nothing was written:', ...problems].join('\n  '))
  process.exit(1)
}

async function askAnswers(): Promise<Answers> {
  const answers: Record<string, string> = {}
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()
  for (const question of questions) {
    if (question.when?.(answers) === false) continue
    const usual = question.otherwise?.(answers) ?? ''
    while (answers[question.name] === undefined) {
      terminal.setPrompt(`${question.asks}${usual === '' ? '' : ` [${usual}]`}\n> `)
      terminal.prompt()
      const { value, done } = await lines.next()
      if (done) fail([`The answers ended before ${question.name}.`])
      const found = answerOf(question, value, answers)
      if ('problem' in found) console.log(`The answer ${found.problem}.`)
      else answers[question.name] = found.answer
    }
  }
  terminal.close()
  return answers
}

function readAnswers(file: string): Answers {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    fail([`The file of answers cannot be read: ${error instanceof Error ? error.message : error}.`])
  }
  const { answers, problems } = answersOfFile(text)
  if (problems.length > 0) fail(problems.map(problem => `${file}: ${problem}`))
  return answers
}

function readOptions() {
  try {
    return parseArgs({ options: { folder: { type: 'string' }, answers: { type: 'string' } } }).values
  } catch (error) {
    const problem = optionProblem(error)
    if (problem === null) throw error
    return fail([problem])
  }
}

const values = readOptions()
const folder = resolve(values.folder ?? '/etc/almoner')
if (/[\s'"%\\]/.test(folder + program))
  fail([`Neither ${folder} nor ${program} may have spaces, quotes, % or \\: systemd would read them.`])
const refused = folderProblems(folder)
if (refused.length > 0) fail(refused)
const answers = values.answers === undefined ? await askAnswers() : readAnswers(values.answers)
const files = await installationFiles(answers, { folder, program, now: new Date() })
const problems = writeInstallation(folder, files)
if (problems.length > 0) fail(problems)

console.log(`Written to ${folder}:
${files.map(({ name }) => `  ${name}`).join('\n')}

Store copies of APP_SECRET and DOCUMENT_KEYS of almoner.env apart from this machine. seal.pem was made here: programs that
read PDFs will not know who sealed them until you replace it by the certificate of an authority.

What is left is in docs/operate.md, "From nothing to the first fund": the database, npm run migrate, npm run build, npm run check,
the unit and the proxy, and npm run add-user.`)
