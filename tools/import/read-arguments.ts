import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { SanctionsList } from '../../src/clients/client.ts'
import { ImportProblem } from '../../src/features/charities/server/import/import-problem.ts'
import type { Accepted } from '../../src/features/charities/server/import/import-register.ts'
import { optionProblem } from '../failure-text.ts'

export const usage = `Usage: npm run import -- irs-bmf FILE…      the IRS Exempt Organizations Business Master File, csv or csv.gz
       npm run import -- uk-register FILE…  UK charities with at least number and name, csv or csv.gz
       npm run import -- --list ofac FILE…  OFAC’s sdn, add, alt, cons_prim, cons_add and cons_alt, csv or csv.gz
       npm run import -- --list uk FILE     the UK Sanctions List, csv or csv.gz
  --date YYYY-MM-DD    the date of publication; required if the files do not contain it
  --by NAME            the name to record for this import (default: the current user)
  --refused-to FOLDER  the folder for <name>.refused.csv (default: the current folder)
  --accept-gone        continue if more than a quarter of the charities would be removed
  --accept-older       continue although a file is older than the register
  --reason TEXT        why, recorded with the import; required with --accept-gone and --accept-older
  --confirm REASON     import a sanctions list although it is older, over 10% shorter, or may be cut off; recorded with the import
  --help               show this help`

const registers = new Map([
  ['irs-bmf', 'irs-bmf'],
  ['uk-register', 'uk'],
] as const)

/** The command line is invalid. The message begins with the reason. */
export class UsageError extends Error {
  override name = 'UsageError'
  constructor(reason: string) {
    super(`${reason}\n\n${usage}`)
  }
}

const lists = ['ofac', 'uk'] as const satisfies readonly SanctionsList[]

/** Returns null for --help. @throws UsageError; ImportProblem if a folder does not exist. */
export async function readArguments(args: readonly string[], workingFolder: string) {
  const parsed = parse(args)
  if (parsed.values.help === true) return null
  return parsed.values.list === undefined
    ? { kind: 'register' as const, ...(await registerArguments(parsed, workingFolder)) }
    : { kind: 'list' as const, ...listArguments(parsed) }
}

function listArguments({ values, positionals: paths }: ReturnType<typeof parse>) {
  const list = lists.find(each => each === values.list)
  if (list === undefined)
    throw new UsageError(`"${values.list}" is not a list: name one of ${lists.join(', ')}.`)
  for (const option of ['refused-to', 'accept-gone', 'accept-older', 'reason'] as const)
    if (values[option] !== undefined) throw new UsageError(`--${option} belongs to registers, not to lists.`)
  if (paths.length === 0) throw new UsageError('Name the files to import.')
  const confirmedReason = values.confirm === undefined ? null : reasonOf(values.confirm, '--confirm')
  return { list, paths, date: values.date, by: values.by, confirmedReason }
}

async function registerArguments({ values, positionals }: ReturnType<typeof parse>, workingFolder: string) {
  if (values.confirm !== undefined) throw new UsageError('--confirm belongs to --list.')
  const [kind, ...paths] = positionals
  if (kind === undefined) throw new UsageError('Name a register and its files.')
  const register = [...registers].find(([name]) => name === kind)?.[1]
  if (register === undefined)
    throw new UsageError(`"${kind}" is not a register: name one of ${[...registers.keys()].join(', ')}.`)
  if (paths.length === 0) throw new UsageError('Name the files to import.')
  const refusedFolder = values['refused-to'] ?? workingFolder
  const stats = await stat(refusedFolder).catch(() => undefined)
  if (stats?.isDirectory() !== true) throw new ImportProblem(`--refused-to ${refusedFolder} is not a folder.`)
  return {
    register,
    paths,
    date: values.date,
    by: values.by,
    refusedFolder,
    accept: acceptedOf(values),
  }
}

const maxReasonLength = 500

function acceptedOf(values: ReturnType<typeof parse>['values']): Accepted | undefined {
  const [gone, older] = [values['accept-gone'] ?? false, values['accept-older'] ?? false]
  if (!gone && !older) {
    if (values.reason !== undefined)
      throw new UsageError('--reason belongs to --accept-gone or --accept-older.')
    return undefined
  }
  return { gone, older, reason: reasonOf(values.reason ?? '', '--reason') }
}

function reasonOf(text: string, option: string): string {
  const reason = text.trim()
  if (reason === '' || reason.length > maxReasonLength)
    throw new UsageError(`Say why with ${option}, in up to ${maxReasonLength} characters.`)
  return reason
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
        'accept-older': { type: 'boolean' },
        reason: { type: 'string' },
        list: { type: 'string' },
        confirm: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    const problem = optionProblem(error)
    throw problem === null ? error : new UsageError(problem)
  }
}
