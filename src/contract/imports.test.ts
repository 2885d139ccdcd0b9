import { describe, expect, test } from 'vitest'
import { features } from '../testing/feature-order.ts'
import { readSourceFiles, type SourceFile } from '../testing/source-files.ts'

// Imports go one way (ARCHITECTURE.md): domain <- contract, clients <- server, web <- features <- app <- demo, testing.

type Rule = { name: string; from: RegExp; may: (file: SourceFile, target: string) => boolean; why: string }

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
const within = (...folders: string[]) => {
  const pattern = new RegExp(`^src/(${folders.join('|')})(/|$)`)
  return (target: string) => pattern.test(target)
}
/** A contract, or the declaration of a list, from which both sides make a table. */
// A feature, or a slice of one (`grants/schedules`), has its contracts beside its screens, and folders for its rules and its server.
const isContract = (path: string) => /^src\/features\/[^/]+\/([^/]+\/)?[^/]+\.(contract|list)\.ts$/.test(path)
const isDomain = (path: string) => /^src\/features\/[^/]+\/([^/]+\/)?domain\//.test(path)
const isServer = (path: string) =>
  path.startsWith('src/server/') || /^src\/features\/[^/]+\/([^/]+\/)?server\//.test(path)
const isScreen = (path: string) =>
  featureOf(path) !== undefined && !isContract(path) && !isDomain(path) && !isServer(path)

/** A feature works on the connections of its request or job: with these it could open any book. */
const opensConnections = ['src/server/db/pools.ts', 'src/server/db/login-roles.ts']

const rules: readonly Rule[] = [
  {
    name: 'domain',
    from: /^src\/domain\//,
    may: (_file, target) => within('domain')(target),
    why: 'money, dates and clocks are pure',
  },
  {
    name: 'contract',
    from: /^src\/contract\//,
    may: (_file, target) => within('contract', 'domain')(target),
    why: 'server and browser share it, so it imports neither',
  },
  {
    name: 'clients',
    from: /^src\/clients\//,
    may: (_file, target) => within('clients', 'domain')(target),
    why: 'a client is configuration: data that others read',
  },
  {
    name: 'contract of a feature',
    from: /^src\/features\/[^/]+\/([^/]+\/)?[^/]+\.(contract|list)\.ts$/,
    may: (_file, target) => within('contract', 'domain')(target) || isContract(target) || isDomain(target),
    why: 'server and browser share it, so it imports neither',
  },
  {
    name: 'domain of a feature',
    from: /^src\/features\/[^/]+\/([^/]+\/)?domain\//,
    may: (_file, target) => within('contract', 'domain')(target) || isDomain(target),
    why: 'rules are pure: they know no server, no screen and no client',
  },
  {
    name: 'server of a feature',
    from: /^src\/features\/[^/]+\/([^/]+\/)?server\//,
    may: (_file, target) =>
      within('contract', 'domain', 'clients')(target) ||
      isContract(target) ||
      isDomain(target) ||
      (isServer(target) && !opensConnections.includes(target) && !target.endsWith('.routes.ts')),
    why: 'it takes named queries and commands of other features, never their routes or screens, and opens no connection',
  },
  {
    name: 'server kit',
    from: /^src\/server\//,
    may: (_file, target) => within('contract', 'domain', 'clients', 'server')(target),
    why: 'the kit knows no feature; src/app puts features and kit together',
  },
  {
    name: 'ui kit',
    from: /^src\/web\/ui\//,
    may: (_file, target) => within('web/ui', 'domain')(target) || target === 'src/contract/rich-text.ts',
    why: 'components know no feature, no call and no client; they know the tree of managed text',
  },
  {
    name: 'form and shell',
    from: /^src\/web\/(form|shell)\//,
    may: (file, target) =>
      within('web/form', 'web/shell', 'web/ui', 'contract', 'domain', 'clients')(target) ||
      // Every form is stored when the session ends, whatever screen it is on (decision 63).
      (file.path === 'src/web/form/use-local-backup.ts' && target === 'src/web/session/local-backups.ts'),
    why: 'their props say what they show',
  },
  {
    name: 'web kit',
    from: /^src\/web\//,
    may: (_file, target) => within('web', 'contract', 'domain', 'clients')(target),
    why: 'the kit knows no feature; src/app puts features and kit together',
  },
  {
    name: 'screens of a feature',
    from: /^src\/features\//,
    may: (_file, target) =>
      within('contract', 'domain', 'clients', 'web')(target) ||
      isContract(target) ||
      isDomain(target) ||
      isScreen(target),
    why: 'a screen takes contracts, rules and parts of screens, and nothing from a server',
  },
  {
    name: 'server of the app',
    from: /^src\/app\/server\//,
    may: (_file, target) => within('app/server', 'contract', 'domain', 'clients')(target) || isServer(target),
    why: 'the composition root of the server imports no screen',
  },
  {
    name: 'what the build renders',
    from: /^src\/app\/build\//,
    may: (_file, target) =>
      within('app/build', 'web', 'contract', 'domain', 'clients')(target) ||
      isServer(target) ||
      isScreen(target),
    why: 'it draws screens with the settings that the server sends, and belongs to neither program',
  },
  {
    name: 'web of the app',
    from: /^src\/app\/web\//,
    may: (_file, target) =>
      within('app/web', 'web', 'contract', 'domain', 'clients')(target) ||
      isContract(target) ||
      isDomain(target) ||
      isScreen(target),
    why: 'the composition root of the browser imports no server',
  },
]

const files = readSourceFiles()
const program = files.filter(({ path }) => !/\.test\.tsx?$/.test(path) && !within('testing', 'demo')(path))

describe('imports go one way', () => {
  test('finds the files of the program', () => {
    expect(program.length).toBeGreaterThan(100)
    expect(program.find(({ path }) => path === 'src/app/server/server.ts')?.imports).toContain(
      'src/app/server/routes.ts',
    )
    expect(rules.map(({ from }) => program.filter(({ path }) => from.test(path)).length)).not.toContain(0)
  })

  test.each(rules)('$name', rule => {
    // The first rule that matches a file applies: `ui kit` before `web kit`.
    const matching = program.filter(({ path }) => rules.find(({ from }) => from.test(path)) === rule)
    const wrong = matching.flatMap(file =>
      file.imports.filter(target => !rule.may(file, target)).map(target => `${file.path} imports ${target}`),
    )
    expect(wrong, rule.why).toEqual([])
  })

  test('orders every feature, and lets each import only from those below it', () => {
    const found = new Set(program.flatMap(({ path }) => featureOf(path) ?? []))
    expect([...found].sort()).toEqual([...features].sort())
    const placeOf = (path: string) => features.indexOf(featureOf(path) ?? '')
    const climbing = program
      .filter(({ path }) => featureOf(path) !== undefined)
      .flatMap(file =>
        file.imports
          .filter(target => placeOf(target) > placeOf(file.path))
          .map(target => `${file.path} imports ${target}`),
      )
    expect(climbing).toEqual([])
  })

  test('has a rule for every file of the program', () => {
    expect(
      program.filter(({ path }) => !rules.some(({ from }) => from.test(path))).map(({ path }) => path),
    ).toEqual([])
  })

  test('finds no import of tests or seed data in the program', () => {
    const wrong = program.flatMap(({ path, imports }) =>
      imports.filter(target => within('testing', 'demo')(target)).map(target => `${path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('finds no barrel file', () => {
    const barrels = program.filter(({ path, text }) => {
      const lines = text.split('\n').filter(line => line.trim() !== '' && !/^\s*(\/\/|\*|\/\*)/.test(line))
      return (
        path.endsWith('/index.ts') && lines.length > 0 && lines.every(line => /^export .* from /.test(line))
      )
    })
    expect(barrels.map(({ path }) => path)).toEqual([])
  })
})
