import * as z from 'zod/mini'
import { searchKeywords } from '../../../contract/wire.ts'
import { asIsoDate } from '../../../domain/dates.ts'
import { optionalParam } from '../../../web/routing/search-params.ts'
import { classStart } from '../../charities/domain/charity-class.ts'
import { charityRegisters } from '../../charities/domain/charity-register.ts'
import { paymentMethods } from '../domain/payment-label.ts'
import { purposeCodes } from '../domain/purpose.ts'
import { grantDays } from './all-grants.contract.ts'

const day = optionalParam(z.string().check(z.refine(text => asIsoDate(text) !== null)))
const minor = optionalParam(z.string().check(z.regex(/^[1-9]\d{0,14}$/)))

/** The URL contains the view, so that it can be stored as a bookmark and sent to a colleague. Invalid values find everything. */
export const allGrantsSearch = z.object({
  keywords: optionalParam(searchKeywords),
  status: optionalParam(z.string().check(z.regex(/^[1-9]$/))),
  class: optionalParam(classStart),
  register: optionalParam(z.enum(charityRegisters)),
  purpose: optionalParam(z.enum(purposeCodes)),
  method: optionalParam(z.enum(paymentMethods)),
  day: optionalParam(z.enum(grantDays)),
  from: day,
  to: day,
  fromMinor: minor,
  toMinor: minor,
  run: optionalParam(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
})
export type AllGrantsView = z.output<typeof allGrantsSearch>

/** Whether a filter beside the keywords leaves grants out. */
export const isFilteredView = ({ keywords: _keywords, day: _day, ...filters }: AllGrantsView): boolean =>
  Object.values(filters).some(value => value !== undefined)

/** The view as the query of `listAllGrants`. */
export function toQuery({ status, run, from, to, class: charityClass, ...others }: AllGrantsView) {
  const days = from !== undefined && to !== undefined && from <= to ? { from, to } : {}
  const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return {
    ...set,
    ...days,
    ...(charityClass === undefined ? {} : { charityClass }),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(run === undefined ? {} : { run: Number(run) }),
  }
}
