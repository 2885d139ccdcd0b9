import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { codePointsOf, instanceOf } from './fonts/instance.ts'

/**
 * A face of the web: its name in the style sheet, the weight, and whether it leans. Extended is the second font of the same face, with the
 * Latin letters of more languages.
 */
export type Face = { family: string; weight: number; isItalic?: true; isExtended?: true }

const require = createRequire(import.meta.url)
const base = readFileSync(new URL('../../clients/themes/base.css', import.meta.url), 'utf8')

/** Where the style sheet has each family from: `Lora Variable` → `@fontsource-variable/lora/files/….woff2`. */
const sources = new Map(
  [...base.matchAll(/font-family: "([^"]+)";[^}]*?src: url\("([^"]+\.woff2)"\)/g)].map(
    ([, family = '', file = '']) => [family, file],
  ),
)

const made = new Map<string, Buffer>()

/** The face as a font of its own; made once, for there are as many as the themes name. */
export function fontOf({ family, weight, isItalic, isExtended }: Face): Buffer {
  const file = sources.get(family)
  if (!file) throw new Error(`base.css has no face ${family}`)
  const name = `${family.replace(' Variable', '')} ${weight}${isItalic ? ' Italic' : ''}${isExtended ? ' Extended' : ''}`
  const known = made.get(name)
  if (known) return known
  const subset = isExtended ? file.replace('-latin-', '-latin-ext-') : file
  const woff2 = readFileSync(require.resolve(isItalic ? subset.replace('-normal.', '-italic.') : subset))
  const font = instanceOf(woff2, { name, weight })
  made.set(name, font)
  return font
}

const letters = new WeakMap<Buffer, ReadonlySet<number>>()

/** Which letters the face has, by their code points. */
export function lettersOf(face: Face): ReadonlySet<number> {
  const font = fontOf(face)
  const known = letters.get(font)
  if (known) return known
  const found = codePointsOf(font)
  letters.set(font, found)
  return found
}
