import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sizeVariables } from './sizes.ts'

export type BenchArguments = {
  /** The benchmarks to run. */
  names: string[]
  rounds: number
  /** The folder with the real registers; null: the benchmarks generate rows. */
  dataFolder: string | null
}

const registerFolder = 'irs-bmf-2026-04'
const otherVariables = ['BENCH_DATA', 'BENCH_SIZES', 'BENCH_ATTACK', 'BENCH_PROFILE']

/** Reads the command line and the BENCH_ variables. Returns a sentence instead if something is wrong. */
export function readArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  available: readonly string[],
): BenchArguments | string {
  const isSmallest = args.includes('--smallest')
  const option = args.find(each => each.startsWith('-') && each !== '--smallest')
  if (option !== undefined) return `Unknown option: ${option}. The only one is --smallest.`
  const requested = args.filter(each => !each.startsWith('-'))
  const unknown = requested.filter(name => !available.includes(name))
  if (unknown.length > 0)
    return `Unknown benchmark: ${unknown.join(', ')}. Available: ${available.join(', ')}.`
  const names = available.filter(name => requested.length === 0 || requested.includes(name))
  // The smallest sizes are fixed, so that the tests do not depend on what else is set.
  if (isSmallest) return { names, rounds: 1, dataFolder: null }
  const refusal = refusedVariable(environment) ?? refusedData(environment.BENCH_DATA)
  if (refusal !== null) return refusal
  return {
    names,
    rounds: Number(environment.BENCH_ROUNDS ?? 3),
    dataFolder: environment.BENCH_DATA ?? null,
  }
}

const isCount = (value: string) => /^[1-9]\d{0,8}$/.test(value)

function refusedVariable(environment: Readonly<Record<string, string | undefined>>): string | null {
  for (const [variable, value = ''] of Object.entries(environment)) {
    if (!variable.startsWith('BENCH_') || otherVariables.includes(variable)) continue
    if (!Object.hasOwn(sizeVariables, variable))
      return `Unknown setting: ${variable}. Available: ${[...Object.keys(sizeVariables), ...otherVariables].join(', ')}.`
    if (!isCount(value)) return `${variable} must be a whole number from 1 to 999999999, not “${value}”.`
  }
  const { BENCH_SIZES: sizes } = environment
  if (sizes !== undefined && !sizes.split(',').every(isCount))
    return `BENCH_SIZES must be whole numbers with commas between them, such as 100,10000, not “${sizes}”.`
  return null
}

function refusedData(folder: string | undefined): string | null {
  if (folder === undefined) return null
  const files = namesIn(folder)
  if (files === null) return `BENCH_DATA names ${folder || 'nothing'}, which is no folder that can be read.`
  if (!files.includes(registerFolder))
    return `BENCH_DATA names ${folder}, which has no folder ${registerFolder}.`
  const registers = namesIn(join(folder, registerFolder)) ?? []
  if (!registers.some(name => name.endsWith('.csv.gz')))
    return `${join(folder, registerFolder)} has no file that ends in .csv.gz.`
  return null
}

function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}
