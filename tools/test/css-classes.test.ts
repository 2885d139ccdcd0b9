import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, preprocessCSS, resolveConfig, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { readSourceFiles } from '../../src/testing/source-files.ts'

// The type of a CSS module allows every name: a class that it does not define is `undefined` on the screen, without an error.

/** The classes that a file chooses by a variable, `styles[kind]`; other values of the variable have no class. */
const homeArrangements = ['editorial', 'statement', 'concierge', 'work', 'card', 'panorama']

const chosenClasses: Readonly<Record<string, readonly string[]>> = {
  'src/features/content/editor/publish/Differences.tsx': ['added', 'removed'],
  'src/features/grants/review/CharityStatus.tsx': ['yes', 'person', 'no'],
  'src/features/home/MemberHome.tsx': ['editorial', 'statement', 'concierge', 'panorama'],
  'src/features/home/member/FundHome.tsx': homeArrangements,
  'src/features/home/visitor/Motif.tsx': ['brand', 'accent', 'wash', 'sheet'],
  'src/web/ui/actions/Button.tsx': ['primary', 'danger', 'text'],
  'src/web/ui/notices/Alert.tsx': ['success', 'caution', 'danger'],
  'src/web/ui/notices/Banner.tsx': ['success', 'caution', 'danger'],
  'src/web/ui/notices/ToastCard.tsx': ['success', 'error'],
  'src/web/ui/progress/Skeleton.tsx': ['text', 'table', 'chart', 'amount', 'statement'],
  'src/web/ui/progress/Steps.tsx': ['done', 'current'],
  'src/web/ui/progress/TimeLine.tsx': ['done', 'current', 'upcoming', 'ended'],
  'src/web/ui/text/DescriptionList.tsx': ['facts', 'amounts'],
  'src/web/ui/text/StatusChip.tsx': ['waiting', 'in-progress', 'done', 'refused', 'ended'],
}

const root = join(import.meta.dirname, '../..')
const config = await resolveConfig({ root, configFile: false }, 'build')

type Use = { path: string; module: string; name: string }

/** The classes of CSS modules that a file uses, and how often it chooses one by a variable. */
function usesOf(path: string, text: string): { uses: Use[]; choices: number } {
  const { program } = parseSync(path, text)
  const modules = new Map<string, string>()
  const uses: Use[] = []
  let choices = 0
  const read = new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.endsWith('.module.css')) return
      const module = join(dirname(path), source.value).replaceAll('\\', '/')
      for (const { local } of specifiers) modules.set(local.name, module)
    },
    MemberExpression({ object, property, computed }) {
      const module = object.type === 'Identifier' ? modules.get(object.name) : undefined
      if (module === undefined) return
      const name = computed
        ? property.type === 'Literal' && String(property.value)
        : property.type === 'Identifier' && property.name
      const names = name === false ? (chosenClasses[path] ?? []) : [name]
      if (name === false) choices++
      uses.push(...names.map(name => ({ path, module, name })))
    },
  })
  read.visit(program)
  return { uses, choices }
}

/** The classes that a module defines itself; those below `:global` belong to a library. Vite names animations beside them. */
async function definedIn(module: string): Promise<string[]> {
  const file = join(root, module)
  const text = readFileSync(file, 'utf8')
  const { modules = {} } = await preprocessCSS(text, file, config)
  const animations = [...text.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name)
  return Object.keys(modules).filter(name => !animations.includes(name))
}

const files = readSourceFiles()
  .filter(({ text }) => text.includes('.module.css'))
  .map(({ path, text }) => ({ path, ...usesOf(path, text) }))
const uses = files.flatMap(file => file.uses)
const modules = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.module.css'))
  .map(name => `src/${name.replaceAll('\\', '/')}`)
const defined = new Map<string, string[]>()
for (const module of modules) defined.set(module, await definedIn(module))

describe('classes of CSS modules', () => {
  test('are found whatever the import is called', () => {
    const module = 'src/web/ui/fields/Field.module.css'
    expect(uses).toContainEqual({ path: 'src/web/ui/fields/DayInput.tsx', module, name: 'label' })
    expect(defined.get('src/web/ui/table/SelectRow.module.css')).toContain('box')
  })

  test('are defined by the module from which a screen takes them', () => {
    const undefinedClasses = uses.filter(({ module, name }) => !defined.get(module)?.includes(name))
    expect(undefinedClasses, 'define them, or remove them from the screen').toEqual([])
  })

  test('are used by a screen', () => {
    const unused = modules.flatMap(module => {
      const names = new Set(uses.filter(use => use.module === module).map(({ name }) => name))
      return (defined.get(module) ?? []).filter(name => !names.has(name)).map(name => `${module}: .${name}`)
    })
    expect(unused, 'remove them').toEqual([])
  })

  test('are listed here where a variable chooses them', () => {
    const choosing = files.filter(({ choices }) => choices > 0).map(({ path }) => path)
    expect(choosing).toEqual(Object.keys(chosenClasses).sort())
  })
})
