import type { ExternalTask } from './bot-checker.ts'

/** The common interface of the three services: each renders into an element and calls back with a token. */
type ServiceApi = {
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): unknown
}

/** The address of each script, and the global variable that it defines. */
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

const timeoutMs = 15_000

type ServiceWindow = { almonerBotCheck?: () => void } & Partial<
  Record<(typeof scripts)[ExternalTask['service']]['name'], ServiceApi>
>

const loading = new Map<ExternalTask['service'], Promise<ServiceApi>>()

/** Loads a service's script once per page. Rejects if it does not load in time. */
function loadService(service: ExternalTask['service']): Promise<ServiceApi> {
  const pending = loading.get(service)
  if (pending) return pending
  // The scripts define globals that the type of window does not declare.
  const globals = window as unknown as ServiceWindow
  const { address, name } = scripts[service]
  const loaded = new Promise<ServiceApi>((resolve, reject) => {
    const onError = () => reject(new Error(`${service} cannot be loaded`))
    const onLoad = () => {
      const api = globals[name]
      if (api) resolve(api)
      else onError()
    }
    if (globals[name]) return onLoad()
    globals.almonerBotCheck = onLoad
    const script = document.createElement('script')
    script.src = address
    script.onerror = onError
    setTimeout(onError, timeoutMs)
    document.head.append(script)
  })
  loading.set(service, loaded)
  loaded.catch(() => loading.delete(service))
  return loaded
}

/** Renders a service's check into an element. `onToken` receives its token, and null when the token expires. */
export async function renderService(
  container: HTMLElement,
  { service, siteKey }: ExternalTask,
  { onToken, onFailure }: { onToken: (token: string | null) => void; onFailure: () => void },
): Promise<void> {
  try {
    const api = await loadService(service)
    if (!container.isConnected) return
    api.render(container, {
      sitekey: siteKey,
      callback: onToken,
      'expired-callback': () => onToken(null),
      'error-callback': onFailure,
    })
  } catch {
    onFailure()
  }
}
