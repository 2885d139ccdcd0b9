import { describe, expect, test } from 'vitest'
import { readSourceFiles, type SourceFile } from '../testing/source-files.ts'

// Architecture 2: imports go one way. A rule says of the files at `from` what they may import, and why no more.

type Rule = { name: string; from: RegExp; may: (file: SourceFile, target: string) => boolean; why: string }

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
const within = (...folders: string[]) => {
  const pattern = new RegExp(`^src/(${folders.join('|')})(/|$)`)
  return (target: string) => pattern.test(target)
}
const isContract = (path: string) => /^src\/features\/[^/]+\/[^/]+\.contract\.ts$/.test(path)
const isDomain = (path: string) => /^src\/features\/[^/]+\/domain\//.test(path)
const isServer = (path: string) =>
  path.startsWith('src/server/') || /^src\/features\/[^/]+\/server\//.test(path)
const isScreen = (path: string) =>
  featureOf(path) !== undefined && !isContract(path) && !isDomain(path) && !isServer(path)
const isOwn = (file: SourceFile, target: string) => featureOf(file.path) === featureOf(target)

/** Where all features come together: the list of routes, of tasks, of screens, and the page that bears the context. */
const serverJoints = ['src/app/server/routes.ts', 'src/app/server/jobs.ts', 'src/server/http/web-pages.ts']
const webJoints = [
  'src/app/web/main.tsx',
  'src/app/web/App.tsx',
  'src/app/web/router.tsx',
  'src/app/web/screens.ts',
  'src/app/web/ScreenFailure.tsx',
]
const top = ['src/app/server/server.ts', 'src/app/server/main.ts', 'src/app/server/routes.ts', ...webJoints]

/** A feature works on the connections of its request or job: with these it could open any book. */
const opensConnections = ['src/server/db/pools.ts', 'src/server/db/login-roles.ts']

/** Parts of a screen that another feature shows: they belong where both can take them from. This list only gets shorter. */
const borrowed = [
  'src/features/charities/CharityActivityPage.tsx imports src/features/fund-activity/statement/RangeSelector.tsx',
  'src/features/home/member/LastYear.tsx imports src/features/fund-activity/statement/BalancePanel.tsx',
]

const rules: readonly Rule[] = [
  {
    name: 'domain',
    from: /^src\/domain\//,
    may: (_file, target) => within('domain')(target),
    why: 'money, dates and clocks are pure and know nothing of ours',
  },
  {
    name: 'contract',
    from: /^src\/contract\//,
    may: (_file, target) => within('contract', 'domain')(target),
    why: 'what both sides share stands below every feature, server and screen',
  },
  {
    name: 'clients',
    from: /^src\/clients\//,
    may: (_file, target) => within('clients', 'domain')(target),
    why: 'a client is configuration: data that others read',
  },
  {
    name: 'contract of a feature',
    from: /^src\/features\/[^/]+\/[^/]+\.contract\.ts$/,
    may: (_file, target) => within('contract', 'domain')(target) || isContract(target) || isDomain(target),
    why: 'a contract travels to the browser and to the server alike, so it takes from neither',
  },
  {
    name: 'domain of a feature',
    from: /^src\/features\/[^/]+\/domain\//,
    may: (_file, target) => within('contract', 'domain')(target) || isDomain(target),
    why: 'rules are pure: no server, no screen, no client',
  },
  {
    name: 'server of a feature',
    from: /^src\/features\/[^/]+\/server\//,
    may: (_file, target) =>
      within('contract', 'domain', 'clients')(target) ||
      isContract(target) ||
      isDomain(target) ||
      (isServer(target) &&
        !top.includes(target) &&
        !opensConnections.includes(target) &&
        !target.endsWith('.routes.ts')),
    why: 'it takes named queries and stories of other features and the connections that it is given, never their routes, screens, the program as a whole or what opens a connection',
  },
  {
    name: 'server',
    from: /^src\/server\//,
    may: (file, target) =>
      within('contract', 'domain', 'clients', 'server')(target) ||
      (serverJoints.includes(file.path) && isServer(target)),
    why: `features stand on the server; only ${serverJoints.join(', ')} may name them`,
  },
  {
    name: 'ui kit',
    from: /^src\/web\/ui\//,
    may: (_file, target) => within('web/ui', 'domain')(target) || target === 'src/contract/rich-text.ts',
    why: 'the kit knows no feature, no call and no client; of what travels it knows the tree of managed text',
  },
  {
    name: 'form and shell',
    from: /^src\/web\/(form|shell)\//,
    may: (_file, target) =>
      within('web/form', 'web/shell', 'web/ui', 'contract', 'domain', 'clients')(target),
    why: 'they are given what they show; a feature or the router fills them',
  },
  {
    name: 'web',
    from: /^src\/web\//,
    may: (file, target) =>
      within('web', 'contract', 'domain', 'clients')(target) ||
      isContract(target) ||
      isDomain(target) ||
      (webJoints.includes(file.path) && isScreen(target)),
    why: `nothing under web imports a server folder, and only ${webJoints.join(', ')} name screens`,
  },
  {
    name: 'screens of a feature',
    from: /^src\/features\/[^/]+\/(?!server\/|domain\/)/,
    may: (file, target) =>
      within('contract', 'domain', 'clients')(target) ||
      isContract(target) ||
      isDomain(target) ||
      (within('web')(target) && !top.includes(target)) ||
      (isScreen(target) && isOwn(file, target)),
    why: 'a screen takes from another feature its contract or its rules, and from no server',
  },
]

const files = readSourceFiles()
const program = files.filter(({ path }) => !/\.test\.tsx?$/.test(path) && !within('testing', 'demo')(path))

describe('architecture 2 imports go one way', () => {
  test('the test sees the program', () => {
    expect(program.length).toBeGreaterThan(100)
    expect(program.find(({ path }) => path === 'src/app/server/server.ts')?.imports).toContain(
      'src/app/server/routes.ts',
    )
    expect(rules.map(({ from }) => program.filter(({ path }) => from.test(path)).length)).not.toContain(0)
  })

  test.each(rules)('$name', rule => {
    // The first rule that fits a file is its own: `ui kit` before `web`.
    const own = program.filter(({ path }) => rules.find(({ from }) => from.test(path)) === rule)
    const wrong = own.flatMap(file =>
      file.imports.filter(target => !rule.may(file, target)).map(target => `${file.path} imports ${target}`),
    )
    expect(
      wrong.filter(each => !borrowed.includes(each)),
      rule.why,
    ).toEqual([])
  })

  test('what is borrowed no more is off the list', () => {
    const all = program.flatMap(({ path, imports }) => imports.map(target => `${path} imports ${target}`))
    expect(borrowed.filter(each => !all.includes(each))).toEqual([])
  })

  test('every file of the program has a rule', () => {
    expect(
      program.filter(({ path }) => !rules.some(({ from }) => from.test(path))).map(({ path }) => path),
    ).toEqual([])
  })

  test('the program takes nothing from its tests, and the demonstration is taken by nothing', () => {
    const wrong = program.flatMap(({ path, imports }) =>
      imports.filter(target => within('testing', 'demo')(target)).map(target => `${path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('habits 3 nothing is imported through a barrel', () => {
    const barrels = program.filter(({ path, text }) => {
      const lines = text.split('\n').filter(line => line.trim() !== '' && !/^\s*(\/\/|\*|\/\*)/.test(line))
      return (
        path.endsWith('/index.ts') && lines.length > 0 && lines.every(line => /^export .* from /.test(line))
      )
    })
    expect(barrels.map(({ path }) => path)).toEqual([])
  })
})
