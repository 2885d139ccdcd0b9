import { clients } from '../../src/clients/clients.ts'
import { holdsOneOf } from '../../src/contract/permissions.ts'
import {
  type Screen,
  type ScreenAccess,
  type ScreenPath,
  type ScreenSettings,
  screenPaths,
  screens,
} from '../../src/contract/screens.ts'
import { keysOf } from '../../src/domain/keys-of.ts'
import { actionsOf } from '../../src/server/auth/role-permissions.ts'

/** The window in which a screen is checked. */
export type Viewport = { colorScheme: 'light' | 'dark'; widthPx: 320 | 360 | 768 | 1440 }

export const viewports: readonly Viewport[] = [
  { colorScheme: 'light', widthPx: 1440 },
  { colorScheme: 'dark', widthPx: 320 },
  { colorScheme: 'dark', widthPx: 1440 },
  { colorScheme: 'light', widthPx: 320 },
]

/** The windows of `npm run pictures`. */
export const pictureViewports: readonly Viewport[] = ([360, 768, 1440] as const).flatMap(widthPx =>
  (['light', 'dark'] as const).map(colorScheme => ({ colorScheme, widthPx })),
)

/** A user of the demonstration data, or `signed-out`. */
export type Persona = string

/** The screens that one persona opens at one client, after one sign-in. */
export type PersonaChecks = {
  client: string
  persona: Persona
  checks: { path: ScreenPath; viewports: readonly Viewport[] }[]
}

/** Every persona opens every screen at every client, in every viewport. */
export function fullMatrix(personas: readonly Persona[]): PersonaChecks[] {
  return Object.keys(clients).flatMap(client =>
    personas.map(persona => ({
      client,
      persona,
      checks: screenPaths.map(path => ({ path, viewports })),
    })),
  )
}

/** The clients at which the sample opens screens: a trust, a bank in the other country, and a bank with its own header and menus. */
const sampleClients = ['npt', 'rathbones', 'ubs']

/**
 * Each screen once, by a persona who may open it, and home once at each client: a donor's at the sample's clients, a visitor's, which
 * needs no sign-in, at the others. Clients and viewports alternate. src/web/routing/guards.test.ts checks the guard of every screen for
 * every persona at every client.
 */
export function sample(): PersonaChecks[] {
  const planned = new Map<string, PersonaChecks>()
  const add = (check: { client: string; persona: Persona; path: ScreenPath; turn: number }) => {
    const { client, persona, path, turn } = check
    const key = `${client} ${persona}`
    const visit = planned.get(key) ?? { client, persona, checks: [] }
    planned.set(key, visit)
    visit.checks.push({ path, viewports: viewports.filter((_, index) => index === turn % viewports.length) })
  }
  const all = Object.values(clients).map(client => ({
    name: client.name,
    settings: {
      ...client,
      signsInByPassword: client.identityProviders.some(({ kind }) => kind === 'embedded'),
    },
  }))
  for (const [turn, { name }] of all.entries())
    add({
      client: name,
      persona: sampleClients.includes(name) ? 'donor' : 'signed-out',
      path: '/',
      turn,
    })
  for (const [turn, path] of screenPaths.entries()) {
    const having = all.filter(({ settings }) => isOwnScreen(path, settings))
    const sampled = having.filter(({ name }) => sampleClients.includes(name))
    const able = sampled.length > 0 ? sampled : having
    const atTurn = able[turn % able.length]
    if (!atTurn) throw new Error(`No client has ${path}.`)
    const persona = personaFor(path, atTurn.settings)
    // One sign-in for all screens of a member of staff.
    const client = persona === 'donor' || persona === 'signed-out' ? atTurn : (able.at(-1) ?? atTurn)
    add({ client: client.name, persona, path, turn })
  }
  return [...planned.values()]
}

/** The screens of the sample in each window of a picture. */
export const pictures = (): PersonaChecks[] =>
  sample().map(({ checks, ...visit }) => ({
    ...visit,
    checks: checks.map(({ path }) => ({ path, viewports: pictureViewports })),
  }))

/** Whether the client has the screen itself, not a document in its place. */
function isOwnScreen(path: ScreenPath, settings: ScreenSettings): boolean {
  const { existsIf, elsewhere }: Screen = screens[path]
  return (existsIf?.(settings) ?? true) && (elsewhere?.(settings) ?? null) === null
}

/** What personas may do, the most common first. */
const actionsOfPersonas = {
  donor: actionsOf([], ['donor'], false),
  advisor: actionsOf([], ['primary_advisor'], false),
  super: actionsOf([{ role: 'super_user', actions: null }], [], false),
} as const

/** A persona who may open the screen; signed out where that is enough. */
function personaFor(path: ScreenPath, settings: ScreenSettings): Persona {
  const { access }: Screen = screens[path]
  const needed: ScreenAccess = typeof access === 'function' ? access(settings) : access
  if (needed === 'session' || needed === 'signed-in') return 'donor'
  if (typeof needed === 'string') return 'signed-out'
  if ('scope' in needed && needed.scope === 'cms_access') return 'editor'
  if (needed.action === 'AUDIT_VIEW') return 'auditor'
  const { action } = needed
  const able = keysOf(actionsOfPersonas).find(
    persona => action === undefined || holdsOneOf([...actionsOfPersonas[persona]], action),
  )
  if (able === undefined) throw new Error(`No persona may open ${path}.`)
  return able
}
