/** The files that the build writes beside the page, by client or by screen (src/app/build/). */
export const builtFiles = [
  'screens.json',
  'themes.json',
  'fonts.json',
  'frames.json',
  'visitor-frames.json',
  'visitor-styles.json',
] as const

export type BuiltFile = (typeof builtFiles)[number]
