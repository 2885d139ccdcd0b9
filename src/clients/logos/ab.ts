import type { Logo } from '../../domain/logo.ts'

/** AB's logo in this portal: two chain links, one in text color and one in jade. Drawn for this project. */
export const logo = [
  { path: 'M27 33H15a9 9 0 0 1 0-18h9', line: { paint: 'ink', widthPx: 6.5 } },
  { path: 'M21 15h12a9 9 0 0 1 0 18h-9', line: { paint: 'accent', widthPx: 6.5 } },
] as const satisfies Logo
