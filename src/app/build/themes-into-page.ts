import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { anyFontFace, headingFont, themeInPage } from '../../server/http/theme-in-page.ts'

const themesFolder = new URL('../../clients/themes/', import.meta.url)

/** The names of the clients that have a theme. */
function themedClients(): string[] {
  const shared = ['base.css', 'more-contrast.css']
  const files = readdirSync(themesFolder).filter(name => name.endsWith('.css') && !shared.includes(name))
  return files.map(name => basename(name, '.css'))
}

/**
 * Moves the themes out of the shared style sheet, because a page needs only one: `themes.json` holds each client's block, and
 * the server writes the client's block into the page in place of `__THEME__`. `fonts.json` names the file of each client's headings, and
 * `font-faces.json` has every font face, for the themes of clients that the start reads (src/server/http/make-front-end.ts).
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
      const faces = stylesOf(bundle).match(anyFontFace) ?? []
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = file.source
          .toString()
          .replaceAll(/\[data-client=["']?([\w-]+)["']?\]\{[^{}]*\}/g, (block, client) => {
            themes[client] = themeInPage(faces, block)
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
      this.emitFile({ type: 'asset', fileName: 'font-faces.json', source: JSON.stringify(faces) })
    },
  }
}

function stylesOf(bundle: Rolldown.OutputBundle): string {
  return Object.values(bundle)
    .map(file => (file.type === 'asset' && file.fileName.endsWith('.css') ? file.source.toString() : ''))
    .join('')
}
