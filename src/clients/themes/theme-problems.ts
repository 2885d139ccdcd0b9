import { coloursOf, contrast } from './contrast.ts'

/** Text, and what it stands on; WCAG 2.2 asks for 4.5. */
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

/** Borders of controls, the ring of the focus, marks of a picture, and what they stand on; WCAG 2.2 asks for 3. */
const controls: Record<string, readonly string[]> = {
  control: ['paper', 'sheet', 'wash'],
  focus: ['paper', 'sheet', 'wash', 'menu-paper', 'overview-paper'],
  brand: ['paper', 'sheet', 'wash'],
  accent: ['paper', 'sheet'],
  danger: ['paper', 'sheet'],
  'menu-mark': ['menu-paper'],
}

/** What is no colour and every theme declares; the others have defaults in base.css. */
const settings = [
  'heading-family',
  'heading-weight',
  'heading-tracking',
  'radius',
  'menu-align',
  'mark-size',
  'line',
]

/**
 * What is wrong with a theme's style sheet, beside the common one: texts below 4.5, controls below 3, in light or in dark, a colour or
 * a setting that is missing. Empty for a theme that may be shown.
 */
export function themeProblems(client: string, css: string, common: string): string[] {
  const colours = new Map([...coloursOf(common), ...coloursOf(css)])
  const missing = settings
    .filter(setting => !css.includes(`--${setting}:`))
    .map(setting => `${setting} is missing`)
  const isFor = new RegExp(`\\[data-client=["']${client}["']\\]`).test(css) ? [] : [`it is not for ${client}`]
  return [...isFor, ...missing, ...tooWeak(colours, texts, 4.5), ...tooWeak(colours, controls, 3)]
}

type Colours = ReturnType<typeof coloursOf>

function tooWeak(colours: Colours, pairs: Record<string, readonly string[]>, atLeast: number): string[] {
  return Object.entries(pairs).flatMap(([front, backs]) =>
    backs.flatMap(back =>
      (['light', 'dark'] as const).flatMap(scheme => {
        const one = colours.get(front)?.[scheme]
        const other = colours.get(back)?.[scheme]
        if (!one || !other) return [`${one ? back : front} is missing`]
        const ratio = contrast(one, other)
        return ratio < atLeast ? [`${front} on ${back}, ${scheme}: ${ratio.toFixed(2)}`] : []
      }),
    ),
  )
}
