import { irsFormat } from './irs-format.ts'
import type { RegisterFormat, RegisterName } from './register-row.ts'
import { ukFormat } from './uk-format.ts'

export const formats: Readonly<Record<RegisterName, RegisterFormat>> = { 'irs-bmf': irsFormat, uk: ukFormat }
