import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ImportProblem } from '../../src/features/charities/server/import/import-problem.ts'

export const usage = `Usage: npm run import -- irs-bmf FILE…      the IRS Exempt Organizations Business Master File, csv or csv.gz
       npm run import -- uk-register FILE…  UK charities with at least number and name, csv or csv.gz
  --date YYYY-MM-DD    the day on which the files were published; needed where they do not say it themselves
  --by NAME            whom the record names (default: the user at this terminal)
  --refused-to FOLDER  where <name>.refused.csv goes (default: this folder)
  --accept-gone        go on when more than a quarter of the files' charities would be gone
  --help               this text`

const registers = new Map([
  ['irs-bmf', 'irs-bmf'],
  ['uk-register', 'uk'],
] as const)

/** What was typed makes no command. Its message begins with a sentence that says why. */
export class UsageError extends Error {
  override name = 'UsageError'
  constructor(sentence: string) {
    super(`${sentence}\n\n${usage}`)
  }
}

/** Null where help was asked for. Throws UsageError, and ImportProblem for a folder that is none. */
export async function readArguments(args: readonly string[], workingFolder: string) {
  const { values, positionals } = parse(args)
  if (values.help === true) return null
  const [kind, ...paths] = positionals
  if (kind === undefined) throw new UsageError('Name a register and its files.')
  const register = [...registers].find(([name]) => name === kind)?.[1]
  if (register === undefined)
    throw new UsageError(`"${kind}" is not a register: name one of ${[...registers.keys()].join(', ')}.`)
  if (paths.length === 0) throw new UsageError('Name the files to import.')
  const refusedFolder = values['refused-to'] ?? workingFolder
  const facts = await stat(refusedFolder).catch(() => undefined)
  if (facts?.isDirectory() !== true) throw new ImportProblem(`--refused-to ${refusedFolder} is not a folder.`)
  return {
    register,
    paths,
    date: values.date,
    by: values.by,
    refusedFolder,
    acceptGone: values['accept-gone'] ?? false,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        date: { type: 'string' },
        by: { type: 'string' },
        'refused-to': { type: 'string' },
        'accept-gone': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    // Node's message goes on with advice about its own parser.
    if (error instanceof Error) throw new UsageError(`${error.message.split(/\.\s|\n/)[0]}.`)
    throw error
  }
}
