import { expect, test } from 'vitest'
import { callGraph, type Declaration } from '../../testing/call-graph.ts'
import { argumentsAt, programFiles, registeredRoutes } from '../../testing/registered-routes.ts'
import type { SourceFile } from '../../testing/source-files.ts'

// Whatever creates, approves or releases a payment asks `paymentStops`, after `screenGrants` has compared the names
// (docs/decisions/0084-sanctions-findings.md). The test follows each endpoint, each job and each command that waits for a second person.

const files = programFiles().filter(({ path }) => !/^src\/(testing|demo)\//.test(path))
const stops = 'src/features/screening/server/payment-stops.ts'
const compares = `${stops}#screenGrants`
const asks = `${stops}#paymentStops`

/** They say who may approve, and who did; they take no step. */
const readers = new Set([
  'src/features/grants/review/server/staff-commands.ts#commandRules',
  'src/features/grants/review/server/list-grant-queue.ts#rowOf',
])

const idOf = ({ path, name }: Declaration) => `${path}#${name}`

/** Whether the declaration itself writes or checks a payment, approves a grant, or approves or releases a run. */
const letsLeave = ({ text }: Pick<Declaration, 'text'>) =>
  /\binsert into payment\b|insertInto\('payment'\)|\bupdate payment p?\s*set payee/.test(text) ||
  /\btransition: 'approve'/.test(text) ||
  setsRun(text)

/** Whether it approves or releases a run; also where its columns cannot be read here. */
const setsRun = (text: string) =>
  [...text.matchAll(/(?<!function )\bupdateRun\(/g)].some(({ index, 0: call }) => {
    const columns = argumentsAt(text, index + call.length)[2] ?? ''
    return !columns.startsWith('{') || /\.\.\.|\b(?:approved|released)_at(?:: (?!null)|,)/.test(columns)
  })

type Entry = { name: string; path: string; text: string; prepare: string | null }

const entriesOf = (all: readonly SourceFile[], declarations: readonly Declaration[]): Entry[] => [
  ...registeredRoutes(all).map(({ file, endpoint, prepare, handler }) => ({
    ...{ name: endpoint, path: file.path, text: handler, prepare },
  })),
  ...declarations
    .filter(({ name, text }) => / = (?:\w*[tT]ask)\(/.test(text) || name === 'postingHandlers')
    .map(({ path, name, text }) => ({ name, path, text, prepare: null })),
]

/** The paths on which a payment may leave that begin in one of the files `begin`, and what they lack. */
function follow(all: readonly SourceFile[], begin = all) {
  const graph = callGraph(all)
  const begins = new Set(begin.map(({ path }) => path))
  const entries = entriesOf(begin, graph.declarations).filter(({ path }) => begins.has(path))
  const paths = entries.flatMap(({ name, path, text, prepare }) => {
    const run = graph.reach(path, text)
    const steps = [...run].filter(declaration => !readers.has(idOf(declaration)))
    if (![{ text }, ...steps].some(letsLeave)) return []
    const ids = new Set([...run].map(idOf))
    const before = new Set([...graph.reach(path, prepare ?? text)].map(idOf))
    const lacks = [
      ...(before.has(compares) ? [] : ['screenGrants before']),
      ...(ids.has(asks) ? [] : ['paymentStops']),
    ]
    return [{ name, lacks }]
  })
  return { entries, paths }
}

const faultsOf = ({ paths }: ReturnType<typeof follow>) =>
  paths.flatMap(({ name, lacks }) => (lacks.length === 0 ? [] : [`${name} lacks ${lacks.join(' and ')}`]))

test('every path that creates, approves or releases a payment asks whether it may leave', () => {
  const followed = follow(files)
  const { entries, paths } = followed
  // Not vacuous: the program has more than these.
  expect(entries.length).toBeGreaterThan(380)
  expect(paths.map(({ name }) => name).toSorted()).toEqual([
    'paymentsContract.approveRun',
    'paymentsContract.checkRun',
    'paymentsContract.createRun',
    'paymentsContract.releaseRun',
    'staffCommandsContract.approveGrant',
    'staffGrantsContract.approveGrants',
  ])
  expect(faultsOf(followed)).toEqual([])
})

const header = `import { preparedRoute, route } from '../../../server/http/route.ts'
import { task } from '../../../server/jobs/task.ts'
import { screenGrantsOfRun } from './screen-payments.ts'
import { insertPayments } from './payments.queries.ts'
import { updateRun } from './runs.queries.ts'
import { checkGrants } from './check-grants.ts'
import { transitionGrant } from '../../grants/server/transition-grant.ts'
`
const at = 'src/features/payments/server/planted.routes.ts'

test.each([
  {
    what: 'an endpoint that creates payments',
    text: `export const planted = [route(contract.payNow, async (input, context) => {
  await insertPayments(context.db, input.runId, input.payments)
})]\n`,
    faults: ['contract.payNow lacks screenGrants before and paymentStops'],
  },
  {
    what: 'an endpoint that asks, but compares nothing before',
    text: `const payNow = async (input, context) => {
  await checkGrants(context.db, context.realmDb, input.grants, input.settings)
  await insertPayments(context.db, input.runId, input.payments)
}
export const planted = [route(contract.payNow, payNow)]\n`,
    faults: ['contract.payNow lacks screenGrants before'],
  },
  {
    what: 'a job that releases a run, with columns from elsewhere',
    text: `export const releaseLater = task('release-later', z.object({}), async ({ runId }, { db }) => {
  await updateRun(db, runId, released)
})\n`,
    faults: ['releaseLater lacks screenGrants before and paymentStops'],
  },
  {
    what: 'an endpoint that approves a grant, of which only a comment compares names',
    text: `export const planted = [preparedRoute(
  contract.approveNow,
  // screenGrantsOfRun(input, context)
  async () => null,
  async (input, context) => {
    await transitionGrant(context.db, input.accountId, { ...input, transition: 'approve' }, input.settings)
  },
)]\n`,
    faults: ['contract.approveNow lacks screenGrants before'],
  },
  {
    what: 'nothing where it compares and asks',
    text: `const payNow = async (input, context) => {
  await checkGrants(context.db, context.realmDb, input.grants, input.settings)
  await updateRun(context.db, input.runId, { released_at: context.clock.now() })
}
export const planted = [preparedRoute(contract.payNow, screenGrantsOfRun, payNow)]\n`,
    faults: [],
  },
])('the test finds $what', ({ text, faults }) => {
  const planted = { path: at, text: header + text, imports: [] }
  expect(faultsOf(follow([...files, planted], [planted]))).toEqual(faults)
})
