import { addDays, asIsoDate, type IsoDate } from '../../../domain/dates.ts'

/** How long a past deadline is still shown before it moves to the next year. */
const shownAfterwardsDays = 45

/** `12-31` → its next date, or the last one if that was recent. */
export function dayOfSeason(monthDay: string, today: IsoDate): IsoDate {
  const year = Number(today.slice(0, 4))
  const days = [year - 1, year, year + 1].flatMap(each => asIsoDate(`${each}-${monthDay}`) ?? [])
  const found = days.find(day => addDays(day, shownAfterwardsDays) >= today)
  if (found === undefined) throw new Error(`There is no day ${monthDay} in every year.`)
  return found
}
