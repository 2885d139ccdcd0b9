import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { instanceOf } from '../fonts/instance.ts'

/** A face of the web: its name in the style sheet, the weight, and whether it leans. */
export type Face = { family: string; weight: number; isItalic?: true }

const require = createRequire(import.meta.url)
const base = readFileSync(new URL('../../../tenants/themes/base.css', import.meta.url), 'utf8')

/** Where the style sheet has each family from: `Lora Variable` → `@fontsource-variable/lora/files/….woff2`. */
const sources = new Map(
  [...base.matchAll(/font-family: "([^"]+)";[^}]*?src: url\("([^"]+\.woff2)"\)/g)].map(
    ([, family = '', file = '']) => [family, file],
  ),
)

const made = new Map<string, Buffer>()

/** The face as a font of its own; made once, for there are as many as the themes name. */
export function fontOf({ family, weight, isItalic }: Face): Buffer {
  const file = sources.get(family)
  if (!file) throw new Error(`base.css has no face ${family}`)
  const name = `${family.replace(' Variable', '')} ${weight}${isItalic ? ' Italic' : ''}`
  const known = made.get(name)
  if (known) return known
  const woff2 = readFileSync(require.resolve(isItalic ? file.replace('-normal.', '-italic.') : file))
  const font = instanceOf(woff2, { name, weight })
  made.set(name, font)
  return font
}
