import { irsFormat } from '../reading/irs-format.ts'
import type { RegisterFormat, RegisterName } from '../reading/register-row.ts'
import { ukFormat } from '../reading/uk-format.ts'

export const formats: Readonly<Record<RegisterName, RegisterFormat>> = { 'irs-bmf': irsFormat, uk: ukFormat }
