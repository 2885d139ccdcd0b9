import { access, constants } from 'node:fs/promises'

/** What playwright's `launchOptions` need to start the browser. */
export type Chromium = { executablePath: string; args: string[]; env?: Record<string, string> }

const installedAt = {
  linux: [
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
} satisfies Partial<Record<NodeJS.Platform, string[]>>

/**
 * The browser of all tests and measurements: CHROME_PATH, else an installed Chrome or Chromium, else the one that npm
 * brings for Linux on x64 (unpacked on first use, so ask once before several workers start).
 *
 * @throws when there is none, with a sentence that says what to install.
 */
export async function findChromium(): Promise<Chromium> {
  // Chromium's sandbox refuses root; what the tests show it is our own.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const chosen = process.env.CHROME_PATH
  if (chosen !== undefined && chosen !== '') {
    if (!(await canRun(chosen))) throw new Error(`CHROME_PATH names ${chosen}, which cannot be run.`)
    return { executablePath: chosen, args }
  }
  const places: Partial<Record<NodeJS.Platform, string[]>> = installedAt
  for (const place of places[process.platform] ?? []) {
    if (await canRun(place)) return { executablePath: place, args }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedChromium()
  throw new Error('The tests need a browser: install Chrome or Chromium, or set CHROME_PATH to one.')
}

async function unpackedChromium(): Promise<Chromium> {
  // Without it the package does not unpack the libraries that a bare machine lacks; it sets LD_LIBRARY_PATH as well.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return { executablePath, args: ['--no-sandbox', '--headless=shell', '--no-zygote'], env }
}

function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
