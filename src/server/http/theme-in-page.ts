export const anyFontFace = /@font-face\{[^}]+\}/g

/** A client's block as the page has it: with the font faces that it names, and what its frame uses instead. */
export function themeInPage(faces: readonly string[], block: string): string {
  const named = (face: string) => face.match(/font-family:"?([^";]+)"?;/)?.[1] ?? ''
  return faces.filter(face => block.includes(`"${named(face)}"`)).join('') + block + fontsOfFrame(block)
}

/**
 * The theme's fonts without their files, for the frame: those load after the program, which would wait for them otherwise. A visitor's
 * frame has the font of its headings, which the page preloads.
 */
function fontsOfFrame(theme: string): string {
  const fonts = [...theme.matchAll(/(--(?:heading|text)-family:)"([^"]+ Variable)",([^;}]+)/g)]
  const heading = fonts.find(([, property]) => property === '--heading-family:')?.[2]
  return fonts
    .map(([, property, font, fallbacks]) => {
      const frame = font === heading ? '.frame:not([data-visitor])' : '.frame'
      return `${frame}{${property}${fallbacks}}`
    })
    .join('')
}

/** The file of the font of a theme's headings: `assets/….woff2`. */
export function headingFont(theme: string): string {
  const font = theme.match(/--heading-family:"([^"]+)"/)?.[1]
  const face = (theme.match(anyFontFace) ?? []).find(each => each.replaceAll('"', '').includes(`:${font};`))
  const file = face?.match(/url\(\/(assets\/[\w.-]+\.woff2)\)/)?.[1]
  if (!file) throw new Error(`The style sheets have no file for the font ${font}.`)
  return file
}
