import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The value of CLIENTS_DIR that asks for the demonstration's clients. */
export const demonstrationClients = 'demonstration'

const setting = process.env.CLIENTS_DIR?.trim() ?? ''

/** The folder of CLIENTS_DIR, with the sponsor's own clients; null: the clients are those of the demonstration. */
export const clientsFolder: string | null =
  setting === '' || setting === demonstrationClients ? null : resolve(setting)

/** The theme of a client. */
export const themeFile = (client: string): string => fileOf('themes', `${client}.css`)

/** The picture of a client's Home, by the name in its settings. */
export const pictureFile = (name: string): string => fileOf('pictures', `${name}.svg`)

const fileOf = (kind: 'themes' | 'pictures', file: string): string =>
  clientsFolder === null
    ? fileURLToPath(new URL(`${kind}/${file}`, import.meta.url))
    : join(clientsFolder, file)
