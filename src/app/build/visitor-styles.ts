import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'
import { z } from 'zod'

/** What a visitor's frame may have by the arrangement of Home: for the styles of clients that the build does not know. */
export const framesOfArrangements = 'arrangement-frames.json'

/**
 * Writes `visitor-styles.json`: of the style sheets of a visitor's home, the rules that its frame uses, for each client and for each arrangement of Home. The server
 * writes them into that page, so that its first paint waits for no other file; the whole sheets follow it (src/web/early.ts).
 */
export function visitorStyles(): Plugin {
  return {
    name: 'almoner-visitor-styles',
    apply: 'build',
    writeBundle: {
      // After the files that it reads are written.
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const read = (file: string) => readFileSync(join(dir, file), 'utf8')
        const page = read('index.html')
        const { '/': home = [], visitor = [] } = z
          .record(z.string(), z.array(z.string()))
          .parse(JSON.parse(read('screens.json')))
        // As the page orders them (src/server/http/web-pages.ts).
        const sheets = [
          ...home,
          ...visitor,
          ...[...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? ''),
        ]
        const styles = sheets
          .filter(file => file.endsWith('.css'))
          .map(read)
          .join('')
        const framesIn = (file: string) => z.record(z.string(), z.string()).parse(JSON.parse(read(file)))
        const frames = { ...framesIn('visitor-frames.json'), ...framesIn(framesOfArrangements) }
        rmSync(join(dir, framesOfArrangements))
        const used: Record<string, string> = {}
        for (const [client, frame] of Object.entries(frames)) {
          const rules = await usedStyles(
            page.replace('__FRAME__', () => frame),
            styles,
          )
          for (const name of classNames(frame))
            if (!rules.includes(`.${name}`))
              this.error(`The style sheets of a visitor’s home have no class ${name} of its frame.`)
          used[client] = rules
        }
        writeFileSync(join(dir, 'visitor-styles.json'), JSON.stringify(used))
      },
    },
  }
}

/** The rules of the style sheet whose selectors can match an element of the page, in any color scheme. */
export async function usedStyles(page: string, styles: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: page, extension: 'html' }],
    css: [{ raw: styles }],
    keyframes: true,
    // The server and the program set their values.
    dynamicAttributes: ['data-theme', 'data-client', 'lang'],
  })
  if (!result?.css) throw new Error('The frame of a visitor’s home uses none of its styles.')
  return result.css
}

/** The names of the classes in markup. */
export function classNames(markup: string): string[] {
  return [...markup.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
}
