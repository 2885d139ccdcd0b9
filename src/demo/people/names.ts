import { type Random, shuffled } from '../random.ts'

// Common names of many origins, combined at random. No real person is meant.

const givenNames = (
  'Adaeze Aisha Alasdair Amara Anders Anjali Arturo Beatrice Benedikt Brigid Camille Carmen Cedric Chidi Clara Daisuke ' +
  'Delphine Dmitri Edith Elif Emeka Esther Farid Fatima Fiona Gareth Genevieve Giulia Grace Gwen Hamish Harriet Hiroshi ' +
  'Ifeoma Imogen Ines Isaac Jasper Joaquin Josephine Kamala Keiko Kwame Lakshmi Leila Leopold Linh Lucia Magnus Malik ' +
  'Marguerite Mateo Matilda Mei Miriam Nadia Naveen Nicholas Noor Olga Oluwaseun Oscar Paloma Pearl Philippa Quentin ' +
  'Rafael Rashida Rebecca Roderick Rosalind Ruth Samir Santiago Siobhan Solomon Soren Sunita Sylvia Tamsin Teodora ' +
  'Theodore Tomiko Ursula Valentina Victor Vikram Wei Winifred Xiomara Yasmin Yusuf Zainab Zoltan'
).split(' ')

const familyNames = (
  'Abernethy Achterberg Adeyinka Alderton Amankwah Applegarth Arkwright Ashdown Asante Bainbridge Balogun Barzilai ' +
  'Beaumont Bergstrand Birchall Blackwood Bondarenko Brackenbury Calloway Cardozo Castellan Chaudhary Chevalier ' +
  'Cotterell Dalgleish Dasgupta Delacroix Demirci Dunmore Eastwick Eberhardt Ekwueme Ellingham Espinoza Fairbairn ' +
  'Farnsworth Featherstone Fernandes Fujimoto Galbraith Garrick Ghorbani Goldfarb Greenhalgh Gustafsson Hallowell ' +
  'Harcourt Hashimoto Hathersage Heatherington Holloway Ibrahimi Inglewood Iyengar Jablonski Jayasuriya Kaminsky ' +
  'Kapadia Karlsson Kensett Kilbride Kovalenko Kristoffersen Lachance Langstaff Lindholm Lockridge Madueke Marchetti ' +
  'Mbatha Merriweather Moncrieff Montalvo Nakagawa Nightingale Nwosu Oakhurst Okonjo Ollerton Ortega Oyelaran ' +
  'Papadakis Pemberton Penhaligon Pietersen Quartey Quennell Radcliffe Ramaswamy Ravensdale Rosenthal Rutherford ' +
  'Saldanha Satterthwaite Selvanathan Shimizu Silverstone Stavros Tanaka Thistlewood Thornbury Truong Ueda Underhill ' +
  'Valderrama Vandermeer Wainwright Weatherby Winterbourne Woolstenholme Yamazaki Yildiz Zamora Zielinski'
).split(' ')

const places = (
  'Alder Ashgrove Beacon Birchwood Bluebell Bridgewater Brookside Cedar Chestnut Copperfield Elmhurst Fairview Fernhill ' +
  'Foxglove Glenside Greenbank Haven Hawthorn Hazelmere Heron Highfield Hillcrest Juniper Kestrel Lakeside Lantern ' +
  'Larkspur Linden Longmeadow Maplewood Meadowbrook Millpond Northstar Oakfield Orchard Pinecrest Quarry Ridgeway ' +
  'Riverbend Rosewood Saltmarsh Sandpiper Silverbirch Skylark Springfield Stonebridge Sycamore Thistledown Tidewater ' +
  'Valleyview Waterside Westering Wildflower Willow Windmill Woodland'
).split(' ')

export type PersonName = { firstName: string; lastName: string }

export type NameSource = {
  person(lastName?: string): PersonName
  /** Returns every name once before it repeats one. */
  familyName(): string
  place(): string
}

export function nameSource(random: Random): NameSource {
  const families = cycle(shuffled(random, familyNames))
  const namesOfPlaces = cycle(shuffled(random, places))
  return {
    person: lastName => ({
      firstName: random.pick(givenNames),
      lastName: lastName ?? random.pick(familyNames),
    }),
    familyName: families,
    place: namesOfPlaces,
  }
}

function cycle(list: readonly string[]): () => string {
  let index = 0
  return () => list[index++ % list.length] ?? ''
}
