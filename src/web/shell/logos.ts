import type { Logo } from '../../clients/logo.ts'

/* Each client's logo is the file of its name in clients/logos, so a new client changes nothing here. */
const files = import.meta.glob<{ logo: Logo }>('../../clients/logos/*.ts', { eager: true })

/** The client's logo; null if it has none and shows only its name. */
export function logoOf(clientName: string): Logo | null {
  return files[`../../clients/logos/${clientName}.ts`]?.logo ?? null
}
