import { addDays, asIsoDate, type IsoDate } from '../../../domain/dates.ts'

/** How long a day of the season that has gone by is still shown, before it means next year's. */
const shownAfterwardsDays = 45

/** `12-31` → the day that it means to somebody who reads it today: the next one, or the last while it has just gone by. */
export function dayOfSeason(monthDay: string, today: IsoDate): IsoDate {
  const year = Number(today.slice(0, 4))
  const days = [year - 1, year, year + 1].flatMap(each => asIsoDate(`${each}-${monthDay}`) ?? [])
  const found = days.find(day => addDays(day, shownAfterwardsDays) >= today)
  if (found === undefined) throw new Error(`There is no day ${monthDay} in every year.`)
  return found
}
