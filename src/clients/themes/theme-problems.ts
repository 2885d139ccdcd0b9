import { colorsOf, contrast } from './contrast.ts'

/** Text colors and their backgrounds; WCAG 2.2 requires 4.5. */
const texts: Record<string, readonly string[]> = {
  ink: ['paper', 'sheet', 'wash', 'success-wash', 'caution-wash', 'danger-wash'],
  quiet: ['paper', 'sheet', 'wash'],
  brand: ['paper', 'sheet', 'wash', 'success-wash', 'caution-wash', 'danger-wash'],
  'brand-strong': ['paper', 'sheet', 'wash'],
  'on-brand': ['brand', 'brand-strong'],
  success: ['paper', 'sheet', 'success-wash'],
  caution: ['paper', 'sheet', 'caution-wash'],
  danger: ['paper', 'sheet', 'danger-wash'],
  'on-danger': ['danger'],
  'header-ink': ['header-paper'],
  'header-quiet': ['header-paper'],
  'menu-ink': ['menu-paper'],
  'menu-quiet': ['menu-paper'],
  'overview-ink': ['overview-paper'],
  'overview-quiet': ['overview-paper'],
  'overview-link': ['overview-paper'],
  'footer-ink': ['footer-paper'],
  'footer-quiet': ['footer-paper'],
}

/** Control borders, focus rings and graphics with their backgrounds; WCAG 2.2 requires 3. */
const controls: Record<string, readonly string[]> = {
  control: ['paper', 'sheet', 'wash'],
  focus: ['paper', 'sheet', 'wash', 'menu-paper', 'overview-paper'],
  brand: ['paper', 'sheet', 'wash'],
  accent: ['paper', 'sheet'],
  danger: ['paper', 'sheet'],
  'menu-indicator': ['menu-paper'],
}

/** Settings that are not colors and that every theme declares; the others have defaults in base.css. */
const settings = [
  'heading-family',
  'heading-weight',
  'heading-tracking',
  'radius',
  'menu-align',
  'logo-name-size',
  'line',
]

/**
 * The problems of a theme's style sheet, combined with the common one: text contrast below 4.5, control contrast below 3, in
 * light or dark, and missing colors or settings. Empty if the theme is valid. With the style sheet for more contrast, which overrides
 * both, texts need 7.
 */
export function themeProblems(client: string, css: string, common: string, moreContrast = ''): string[] {
  const colors = new Map([...colorsOf(common), ...colorsOf(css)])
  for (const [name, color] of [...overridesOf(moreContrast, colors), ...colorsOf(moreContrast)])
    colors.set(name, color)
  const missing = settings
    .filter(setting => !css.includes(`--${setting}:`))
    .map(setting => `${setting} is missing`)
  const isFor = new RegExp(`\\[data-client=["']${client}["']\\]`).test(css) ? [] : [`it is not for ${client}`]
  return [
    ...isFor,
    ...missing,
    ...lowContrast(colors, texts, moreContrast === '' ? 4.5 : 7),
    ...lowContrast(colors, controls, 3),
  ]
}

type Colors = ReturnType<typeof colorsOf>

/** The colors that a style sheet replaces by others: `--quiet: var(--ink)`. */
function overridesOf(css: string, colors: Colors): Colors {
  const written = css.matchAll(/--([\w-]+):\s*var\(--([\w-]+)\)/g)
  return new Map(
    [...written].flatMap(([, name = '', other = '']) => {
      const color = colors.get(other)
      return color ? [[name, color]] : []
    }),
  )
}

function lowContrast(colors: Colors, pairs: Record<string, readonly string[]>, atLeast: number): string[] {
  return Object.entries(pairs).flatMap(([front, backs]) =>
    backs.flatMap(back =>
      (['light', 'dark'] as const).flatMap(scheme => {
        const one = colors.get(front)?.[scheme]
        const other = colors.get(back)?.[scheme]
        if (!one || !other) return [`${one ? back : front} is missing`]
        const ratio = contrast(one, other)
        return ratio < atLeast ? [`${front} on ${back}, ${scheme}: ${ratio.toFixed(2)}`] : []
      }),
    ),
  )
}
