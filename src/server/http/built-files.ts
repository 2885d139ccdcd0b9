/** The files that the build writes beside the page, by client or by screen (src/app/build/). */
export const builtFiles = [
  'screens.json',
  'themes.json',
  'fonts.json',
  'font-faces.json',
  'frames.json',
  'visitor-frames.json',
  'visitor-styles.json',
] as const

export type BuiltFile = (typeof builtFiles)[number]

/** Where the build leaves the program that renders frames, for clients that only the start knows. */
export const frameRenderer = 'renderer/render-frames.js'
