import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { keysOf } from '../domain/keys-of.ts'
import { dollarGrants, ukBank, ukTrust, usBank, usTrust } from './base.ts'
import type { Client } from './client.ts'
import { clients } from './clients.ts'
import { npt } from './configuration/npt.ts'

const wholeBases = { usTrust, usBank, ukTrust, ukBank }
const parts: Readonly<Record<string, Partial<Client>>> = { ...wholeBases, dollarGrants }

/** What a configuration file spreads, and the settings that it says itself, by its text. */
function readConfiguration(name: string) {
  const text = readFileSync(new URL(`./configuration/${name}.ts`, import.meta.url), 'utf8')
  const names = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')
  return { spreads: names(/^ {2}\.\.\.(\w+),$/gm), own: names(/^ {2}(\w+)(?::|,$)/gm) }
}

const configurations = Object.values(clients).map(client => ({ client, ...readConfiguration(client.name) }))

describe('a client configuration says only what is its own', () => {
  test.each(configurations)('$client.name repeats no value of its base', ({ client, spreads, own }) => {
    const base: Partial<Client> = Object.assign({}, ...spreads.map(name => parts[name]))
    expect(Object.keys(base).length).toBeGreaterThan(30)
    // Whatever differs from the base is one of those that the file says: all were found.
    const different = keysOf(client).filter(name => !isDeepStrictEqual(client[name], base[name]))
    expect(own.toSorted()).toEqual(different.toSorted())
  })

  test.each(keysOf(wholeBases))('%s has what all of its clients share', name => {
    const ofBase = configurations.filter(({ spreads }) => spreads[0] === name)
    const shared = keysOf(npt).filter(
      setting =>
        // Two clients of one realm name it, each for itself; and no base has a sponsor.
        !['realm', 'sponsor'].includes(setting) &&
        ofBase.length > 1 &&
        ofBase.every(({ own }) => own.includes(setting)) &&
        ofBase.every(({ client }) => isDeepStrictEqual(client[setting], ofBase[0]?.client[setting])),
    )
    expect(shared).toEqual([])
  })
})
