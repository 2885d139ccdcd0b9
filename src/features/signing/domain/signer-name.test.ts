import { expect, test } from 'vitest'
import { isNameOf } from './signer-name.ts'

test.each([
  ['Eleanor Whitcombe', 'Eleanor Whitcombe'],
  ['eleanor  WHITCOMBE', 'Eleanor Whitcombe'],
  ['Whitcombe, Eleanor', 'Eleanor Whitcombe'],
  ['E. Whitcombe', 'Eleanor Whitcombe'],
  ['Eleanor M. Whitcombe', 'Eleanor Whitcombe'],
  ['Eleanor Whitcombe', 'Eleanor Margaret Whitcombe'],
  ['Mrs Eleanor Whitcombe', 'Eleanor Whitcombe'],
  ['Julian Whitcombe Jr.', 'Julian Whitcombe'],
  ['Julian Whitcombe III', 'Mr Julian Whitcombe'],
  ['Siobhan OBrien', 'Siobhán O’Brien'],
  ["Siobhán O'Brien", 'Siobhán OʼBrien'],
  ['Siobhan O Brien', "Siobhán O'Brien"],
  ['Anne Marie Smith', 'Anne-Marie Smith'],
  ['Minh Chau Nguyen Thi', 'Minh-Châu Nguyễn Thị'],
  ['Lukasz Brok', 'Łukasz Brok'],
  ['Jorgen Strasse', 'Jørgen Straße'],
  ['Ζωη Παπαδοπουλου', 'Ζωή Παπαδοπούλου'],
  ['王 小明', '王小明'],
  ['Madonna', 'Madonna'],
])('%s is the name of %s (§4)', (typed, name) => {
  expect(isNameOf(typed, name)).toBe(true)
})

test.each([
  ['Mickey Mouse', 'Eleanor Whitcombe'],
  ['Julian Whitcombe', 'Eleanor Whitcombe'],
  ['J. Whitcombe', 'Eleanor Whitcombe'],
  ['Whitcombe', 'Eleanor Whitcombe'],
  ['E. W.', 'Eleanor Whitcombe'],
  ['Eleanor Whitcomb', 'Eleanor Whitcombe'],
  ['Eleanor Eleanor', 'Eleanor Whitcombe'],
  ['Dr', 'Eleanor Whitcombe'],
  ['- -', 'Eleanor Whitcombe'],
  ['Wang Xiaoming', '王小明'],
])('%s is not the name of %s (§4)', (typed, name) => {
  expect(isNameOf(typed, name)).toBe(false)
})
