// Prints a screen by the dialog of a Chromium with a window, as a person does, and counts what is on the paper. Needs an installed
// Chromium and a display, such as that of xvfb-run:
//
//   xvfb-run -a node tools/print-dialog.ts http://ubs.localhost:3000 advisor@ubs.example /financial-advisor-dashboard/report '\b20\d{4}\b'
//
// The last argument is what stands once in each row. A list that has not loaded all its rows is printed as a person sees it and, where it
// offers that, by "Print all"; the script says which.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { signInWithoutScreens } from '../e2e/people/sign-in.ts'
import { linesOfPdf } from '../src/testing/pdf-js.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'

const [origin, userId, path, mark] = process.argv.slice(2)
if (origin === undefined || userId === undefined || path === undefined || mark === undefined)
  throw new Error('usage: print-dialog.ts ORIGIN USER_ID PATH PATTERN_OF_A_ROW')

const folder = temporaryDirectory('print-dialog')
const papers = join(folder, 'papers')
await mkdir(papers)
await mkdir(join(folder, 'profile/Default'), { recursive: true })
const destination = { id: 'Save as PDF', origin: 'local', account: '' }
await writeFile(
  join(folder, 'profile/Default/Preferences'),
  JSON.stringify({
    printing: {
      print_preview_sticky_settings: {
        appState: JSON.stringify({
          version: 2,
          recentDestinations: [destination],
          selectedDestinationId: destination.id,
        }),
      },
    },
    savefile: { default_directory: papers },
  }),
)
const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  headless: false,
  // Chromium's sandbox refuses to run as root.
  args: ['--kiosk-printing', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  baseURL: origin,
  viewport: { width: 1440, height: 900 },
})
const page = context.pages()[0] ?? (await context.newPage())
await signInWithoutScreens(page, userId)
await page.goto(path)
await page.getByRole('main').getByRole('table').first().waitFor()

await report('the window’s print', () => page.evaluate('window.print()'))
const all = page.getByRole('button', { name: /^Print all / })
if ((await all.count()) > 0) await report((await all.first().innerText()).trim(), () => all.first().click())
await context.close()

async function report(what: string, start: () => Promise<unknown>): Promise<void> {
  const before = await readdir(papers)
  const startedMs = performance.now()
  await start()
  const file = await newPaper(page, before)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const pages = await linesOfPdf(await readFile(file))
  const rows = pages.flatMap(lines => lines.flatMap(line => line.match(new RegExp(mark ?? '', 'g')) ?? []))
  const empty = pages.filter(lines => lines.length === 0).length
  console.log(
    `${what}: ${rows.length} rows, ${new Set(rows).size} of them different, on ${pages.length} pages, ${empty} of them empty, in ${seconds} s`,
  )
}

/** The file of the printed page, once it is complete. */
async function newPaper(waiting: Page, before: readonly string[]): Promise<string> {
  for (let attempts = 0; attempts < 600; attempts += 1) {
    const name = (await readdir(papers)).find(each => each.endsWith('.pdf') && !before.includes(each))
    if (name !== undefined && (await readFile(join(papers, name))).includes('%%EOF'))
      return join(papers, name)
    await waiting.waitForTimeout(200)
  }
  throw new Error('nothing was printed within two minutes')
}
