import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { unpackWoff } from './unpack-woff.ts'

/**
 * The fonts into which the packages divide a face, besides `latin`, with the scripts of which a font has letters. A font is read only for a
 * character of its scripts.
 */
const scripts = {
  'latin-ext': /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u,
  vietnamese: /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u,
  greek: /\p{Script=Greek}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  'cyrillic-ext': /\p{Script=Cyrillic}/u,
} as const satisfies Record<string, RegExp>
type Subset = keyof typeof scripts

/**
 * A font face: the family as style sheets name it, the weight in the units of CSS, and the style. `subset` selects another font of the same
 * face than that with the most common Latin letters.
 */
export type Face = { family: string; weight: number; isItalic?: true; subset?: Subset }

type Family = { slug: string; minWeight: number; maxWeight: number; subsets: readonly Subset[] }

/** The family that has the most scripts: for letters that another family lacks. */
const widestFamily = 'Brygada 1918 Variable'

/** The packages with the static fonts of each family, and the weights that they have in steps of 100. */
const families: Readonly<Record<string, Family>> = {
  [widestFamily]: {
    slug: 'brygada-1918',
    minWeight: 400,
    maxWeight: 700,
    subsets: ['latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'],
  },
  'Lora Variable': {
    slug: 'lora',
    minWeight: 400,
    maxWeight: 700,
    subsets: ['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'],
  },
  'Public Sans Variable': {
    slug: 'public-sans',
    minWeight: 100,
    maxWeight: 900,
    subsets: ['latin-ext', 'vietnamese'],
  },
}

type WholeFamily = { script: RegExp; package: string; regular: string; bold: string }

/** Families for the scripts of East Asia, whose fonts are not divided: a package, and the files beside its main module. */
const wholeFamilies: Readonly<Record<string, WholeFamily>> = {
  'Noto Sans Hans': {
    script:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3001-\u303f\u30fb\u30fc\uff01-\uffe6]/u,
    package: '@embedpdf/fonts-sc',
    regular: '../fonts/NotoSansHans-Regular.otf',
    bold: '../fonts/NotoSansHans-Bold.otf',
  },
  'Nanum Gothic': {
    script: /\p{Script=Hangul}/u,
    package: '@expo-google-fonts/nanum-gothic',
    regular: './400Regular/NanumGothic_400Regular.ttf',
    bold: './700Bold/NanumGothic_700Bold.ttf',
  },
}
const minBoldWeight = 550

/** The faces that may have a character which the Latin font of a face lacks, the most similar first. */
export const fallbackFaces = (face: Face, character: string): Face[] => [
  ...[...new Set([face.family, widestFamily])].flatMap(family =>
    (families[family]?.subsets ?? [])
      .filter(subset => scripts[subset].test(character))
      .map(subset => ({ ...face, family, subset })),
  ),
  ...Object.entries(wholeFamilies)
    .filter(([, { script }]) => script.test(character))
    .map(([family]) => ({ family, weight: face.weight })),
]

const require = createRequire(import.meta.url)
// fontkit has no types and is no dependency of ours: this is the copy with which pdfkit reads the same fonts.
const { create } = createRequire(require.resolve('pdfkit'))('fontkit') as {
  create(font: Uint8Array): { characterSet: number[]; ascent: number; unitsPerEm: number }
}

const fonts = new Map<string, Buffer>()

/**
 * The font file of a face. Browsers use variable fonts, which PDFs do not support, so the weight is rounded to the next
 * static font. East Asian scripts have no italics.
 *
 * @throws Error for a family without static fonts.
 */
export function fontOf({ family, weight, isItalic, subset }: Face): Buffer {
  const whole = wholeFamilies[family]
  if (whole) {
    const file = weight < minBoldWeight ? whole.regular : whole.bold
    return cachedFont(file, () => readFileSync(new URL(file, pathToFileURL(require.resolve(whole.package)))))
  }
  const source = families[family]
  if (!source) throw new Error(`there are no static fonts of the family ${family}`)
  const { slug, minWeight, maxWeight } = source
  const staticWeight = Math.min(Math.max(Math.round(weight / 100) * 100, minWeight), maxWeight)
  const name = `${slug}-${subset ?? 'latin'}-${staticWeight}-${isItalic ? 'italic' : 'normal'}`
  return cachedFont(name, () =>
    unpackWoff(readFileSync(require.resolve(`@fontsource/${slug}/files/${name}.woff`))),
  )
}

function cachedFont(name: string, read: () => Buffer): Buffer {
  const font = fonts.get(name) ?? read()
  fonts.set(name, font)
  return font
}

type Metrics = { codePoints: ReadonlySet<number>; ascentEm: number }

const metrics = new WeakMap<Buffer, Metrics>()

/** The code points for which the face has glyphs, and the height of its line above the baseline as a part of its size. */
export function metricsOf(face: Face): Metrics {
  const font = fontOf(face)
  const cached = metrics.get(font)
  if (cached) return cached
  const { characterSet, ascent, unitsPerEm } = create(font)
  const found = { codePoints: new Set(characterSet), ascentEm: ascent / unitsPerEm }
  metrics.set(font, found)
  return found
}
