import { describe, expect, test } from 'vitest'
import { clients } from '../../src/clients/clients.ts'
import { builtScreenPaths } from '../../src/contract/screens.ts'
import { demoPeople } from '../../src/demo/people/demo-users.ts'
import { type Axes, pairwiseChecks, type SignInFlow, viewports, wholeMatrix } from './pairwise.ts'

const named = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${what}${at}`)
const ours: Axes = {
  routes: builtScreenPaths,
  clients: Object.keys(clients),
  visitors: ['signed-out', ...Object.keys(demoPeople)],
}
const sizes = [
  [1, 1, 1],
  [2, 3, 7],
  [5, 10, 11],
  [9, 11, 10],
  [24, 10, 11],
] as const
const others = sizes.map(([routes, demoClients, visitors]): [string, Axes] => [
  `${routes} × ${demoClients} × ${visitors}`,
  { routes: named('/r', routes), clients: named('c', demoClients), visitors: named('v', visitors) },
])

const checksOf = (checks: readonly SignInFlow[]) =>
  checks.flatMap(({ client, visitor, stops }) =>
    stops.flatMap(stop => stop.viewports.map(viewport => ({ client, visitor, route: stop.route, viewport }))),
  )
const pairs = (some: readonly string[], more: readonly string[]) =>
  some.flatMap(one => more.map(other => `${one} ${other}`))

describe.each([['the portal', ours], ...others] as [string, Axes][])('the sample of %s', (_name, axes) => {
  const looks = checksOf(pairwiseChecks(axes))

  test('sees every screen at every client and by every visitor', () => {
    const atClients = new Set(looks.map(({ route, client }) => `${route} ${client}`))
    const byVisitors = new Set(looks.map(({ route, visitor }) => `${route} ${visitor}`))
    expect([...atClients].sort()).toEqual(pairs(axes.routes, axes.clients).sort())
    expect([...byVisitors].sort()).toEqual(pairs(axes.routes, axes.visitors).sort())
  })

  test('is as small as it can be, and asks for as few sign-ins', () => {
    const most = Math.max(axes.clients.length, axes.visitors.length)
    expect(looks).toHaveLength(axes.routes.length * most)
    expect(pairwiseChecks(axes)).toHaveLength(most)
  })

  test('is the same each time', () => {
    expect(pairwiseChecks(axes)).toEqual(pairwiseChecks(axes))
  })
})

test('look: the sample sees every client light and dark, wide and narrow', () => {
  const seen = new Set(
    checksOf(pairwiseChecks(ours)).map(
      ({ client, viewport }) => `${client} ${viewport.scheme} ${viewport.widthPx}`,
    ),
  )
  expect(seen.size).toBe(ours.clients.length * viewports.length)
})

test('§2.1 the whole matrix has everybody open everything, once in each sight', () => {
  const looks = checksOf(wholeMatrix(ours)).map(look => JSON.stringify(look))
  const { routes, clients: demoClients, visitors } = ours
  expect(new Set(looks).size).toBe(routes.length * demoClients.length * visitors.length * viewports.length)
  expect(looks).toHaveLength(new Set(looks).size)
})
