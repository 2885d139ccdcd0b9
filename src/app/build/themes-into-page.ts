import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const themesFolder = new URL('../../clients/themes/', import.meta.url)

/** The names of the clients that have a theme. */
function themedClients(): string[] {
  const shared = ['base.css', 'more-contrast.css']
  const files = readdirSync(themesFolder).filter(name => name.endsWith('.css') && !shared.includes(name))
  return files.map(name => basename(name, '.css'))
}

/**
 * Moves the themes out of the shared style sheet, because a page needs only one: `themes.json` holds each client's block, and
 * the server writes the client's block into the page in place of `__THEME__`. `fonts.json` names the file of each client's headings.
 */
export function themesIntoPage(): Plugin {
  return {
    name: 'almoner-themes-into-page',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'style', attrs: { nonce: '__NONCE__' }, children: '__THEME__', injectTo: 'head' },
      ],
    },
    generateBundle(_options, bundle) {
      const themes: Record<string, string> = {}
      const styles = stylesOf(bundle)
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = file.source
          .toString()
          .replaceAll(/\[data-client=["']?([\w-]+)["']?\]\{[^{}]*\}/g, (block, client) => {
            themes[client] = fontFaces(styles, block) + block + fontsOfFrame(block)
            return ''
          })
          .replaceAll(anyFontFace, '')
      }
      for (const client of themedClients())
        if (!themes[client]) this.error(`The style sheet has no theme for ${client}.`)
      this.emitFile({ type: 'asset', fileName: 'themes.json', source: JSON.stringify(themes) })
      const fonts = Object.fromEntries(
        Object.entries(themes).map(([client, theme]) => [client, headingFont(theme)]),
      )
      this.emitFile({ type: 'asset', fileName: 'fonts.json', source: JSON.stringify(fonts) })
    },
  }
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

const anyFontFace = /@font-face\{[^}]+\}/g

function stylesOf(bundle: Rolldown.OutputBundle): string {
  return Object.values(bundle)
    .map(file => (file.type === 'asset' && file.fileName.endsWith('.css') ? file.source.toString() : ''))
    .join('')
}

/** The font faces that a theme names, of those in the style sheets. */
function fontFaces(styles: string, theme: string): string {
  const named = (face: string) => face.match(/font-family:"?([^";]+)"?;/)?.[1] ?? ''
  const faces = styles.match(anyFontFace) ?? []
  return faces.filter(face => theme.includes(`"${named(face)}"`)).join('')
}

/** The file of the font of a theme's headings: `assets/….woff2`. */
function headingFont(theme: string): string {
  const font = theme.match(/--heading-family:"([^"]+)"/)?.[1]
  const face = (theme.match(anyFontFace) ?? []).find(each => each.replaceAll('"', '').includes(`:${font};`))
  const file = face?.match(/url\(\/(assets\/[\w.-]+\.woff2)\)/)?.[1]
  if (!file) throw new Error(`The style sheets have no file for the font ${font}.`)
  return file
}
