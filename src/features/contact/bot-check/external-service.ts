import type { ExternalTask } from './bot-checker.ts'

/** What the three services' scripts have in common: each draws itself into an element, and calls back with a token. */
type Drawing = {
  render(
    place: HTMLElement,
    about: {
      sitekey: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): unknown
}

/** Where each script is, and under which name it can be used once it has run. */
const scripts = {
  turnstile: {
    address: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=almonerBotCheck',
    name: 'turnstile',
  },
  hcaptcha: {
    address: 'https://js.hcaptcha.com/1/api.js?render=explicit&onload=almonerBotCheck',
    name: 'hcaptcha',
  },
  recaptcha: {
    address: 'https://www.google.com/recaptcha/api.js?render=explicit&onload=almonerBotCheck',
    name: 'grecaptcha',
  },
} as const satisfies Record<ExternalTask['service'], { address: string; name: string }>

const withinMs = 15_000

type Page = { almonerBotCheck?: () => void } & Partial<
  Record<(typeof scripts)[ExternalTask['service']]['name'], Drawing>
>

const loading = new Map<ExternalTask['service'], Promise<Drawing>>()

/** Fetches a service's script, once a page. Rejects where it does not come. */
function loadService(service: ExternalTask['service']): Promise<Drawing> {
  const known = loading.get(service)
  if (known) return known
  // The scripts leave their names on the window, which the compiler knows nothing of.
  const page = window as unknown as Page
  const { address, name } = scripts[service]
  const loaded = new Promise<Drawing>((resolve, reject) => {
    const failed = () => reject(new Error(`${service} cannot be loaded`))
    const there = () => {
      const drawing = page[name]
      if (drawing) resolve(drawing)
      else failed()
    }
    if (page[name]) return there()
    page.almonerBotCheck = there
    const script = document.createElement('script')
    script.src = address
    script.onerror = failed
    setTimeout(failed, withinMs)
    document.head.append(script)
  })
  loading.set(service, loaded)
  loaded.catch(() => loading.delete(service))
  return loaded
}

/** Draws a service's check into an element; `onToken` is told what it gives, null once that is worth nothing any more. */
export async function drawService(
  place: HTMLElement,
  { service, siteKey }: ExternalTask,
  told: { onToken: (token: string | null) => void; onFailure: () => void },
): Promise<void> {
  try {
    const drawing = await loadService(service)
    if (!place.isConnected) return
    drawing.render(place, {
      sitekey: siteKey,
      callback: told.onToken,
      'expired-callback': () => told.onToken(null),
      'error-callback': told.onFailure,
    })
  } catch {
    told.onFailure()
  }
}
