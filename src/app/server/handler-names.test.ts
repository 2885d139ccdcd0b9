import { basename, dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { programFiles, type RegisteredRoute, registeredRoutes } from '../../testing/registered-routes.ts'
import type { SourceFile } from '../../testing/source-files.ts'

// An endpoint, its handler and its file have one name: `route(contract.endSession, endSession)`, in end-session.ts. What a routes file
// writes itself only passes the request on to a command with a name of its own.

const maxAdapterLines = 12

const registered = registeredRoutes(programFiles())

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** The file from which `file` imports `name`; null if it does not. */
function importedFrom({ path, text }: SourceFile, name: string): string | null {
  for (const [, names = '', from = ''] of text.matchAll(/import \{([^}]*)\} from '([^']+)'/g)) {
    if (names.split(',').some(each => each.trim() === name)) return join(dirname(path), from)
  }
  return null
}

/** What is wrong with the name of a handler; null: nothing. */
function violation({ file, endpoint, handler }: RegisteredRoute): string | null {
  const name = endpoint.split('.').at(-1) ?? ''
  const where = `${file.path}: ${name}`
  if (!/^\w+\.\w+$/.test(endpoint) && endpoint !== 'endpoint')
    return `${where}: the contract is imported as a whole, so that the endpoint and its handler can have one name`
  if (handler.includes('=>')) {
    const lines = handler.split('\n').length
    return lines > maxAdapterLines
      ? `${where}: ${lines} lines, so it belongs into a file ${kebab(name)}.ts`
      : null
  }
  // Also within a call: made with what the program hands in, or given what was prepared.
  const isNamed = new RegExp(`(?:^|\\()${name}\\b`).test(handler)
  const from = importedFrom(file, name)
  if (!isNamed) return `${where}: its handler is ${handler}`
  return from === null || basename(from) !== `${kebab(name)}.ts`
    ? `${where}: its handler is in ${from ?? 'the routes file'}`
    : null
}

test('an endpoint, its handler and its file have one name', () => {
  // Not vacuous: the program has more endpoints than these.
  expect(registered.length).toBeGreaterThan(300)
  expect(registered.map(violation).filter(found => found !== null)).toEqual([])
})

test('a function that a handler calls has a name of more than one word', () => {
  const adapters = registered.filter(({ handler }) => handler.includes('=>'))
  const oneWord = adapters.flatMap(({ file, endpoint, handler }) =>
    [...handler.matchAll(/(?<![\w.])([a-z]+)\(/g)]
      .map(([, name = '']) => name)
      .filter(name => importedFrom(file, name) !== null)
      .map(name => `${file.path}: ${endpoint} calls ${name}`),
  )
  expect(oneWord).toEqual([])
})
