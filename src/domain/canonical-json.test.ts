import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

const ofText = (text: string) => canonicalJson(JSON.parse(text))

// The examples of RFC 8785, sections 3.2.2 to 3.2.4.
test('writes numbers, strings and literals as RFC 8785 does', () => {
  expect(
    ofText(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`),
  ).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('sorts names by their UTF-16 code units', () => {
  const values = Object.values(
    JSON.parse(
      ofText(`{ "\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
        "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control", "\\u00f6": "Latin Small Letter O With Diaeresis" }`).replace(
        '"1"',
        '"one"',
      ),
    ),
  )
  expect(values).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ])
})

test.each(['-0', '0', '1e21', '9007199254740993', '5e-324'])('writes %s as ECMAScript does', text => {
  expect(ofText(text)).toBe(String(Number(text)))
})

test('refuses half of a surrogate pair, as a value and as a name', () => {
  expect(() => ofText('"\\ud800"')).toThrow(RangeError)
  expect(() => ofText('{"\\udc00":1}')).toThrow(RangeError)
})
